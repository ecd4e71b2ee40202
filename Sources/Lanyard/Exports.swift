@_exported public import LanyardCore
@_exported public import LanyardSelection
