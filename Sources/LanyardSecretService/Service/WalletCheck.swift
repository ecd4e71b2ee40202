internal import GLibBridge

/// Asks KWallet whether a wallet is open although its Secret Service says that it is locked.
///
/// It says so of a wallet that was opened at login until somebody calls Unlock; that call then completes without a dialog, but
/// through a prompt. For anybody else a prompt would be a dialog.
@GLibActor
struct WalletCheck {
    private let service: Service

    init(_ service: Service) { self.service = service }

    func isOpen(_ paths: [String], _ budget: Budget) async throws -> Bool {
        guard let path = paths.first, let owner = try await owner(of: Service.name, budget) else { return false }
        for version in ["6", "5"] where try await self.owner(of: "org.kde.kwalletd" + version, budget) == owner {
            let wallet = try await service.label(path, Service.collectionInterface, budget)
            let method = BusMethod(
                destination: "org.kde.kwalletd" + version,
                path: "/modules/kwalletd" + version,
                interface: "org.kde.KWallet",
                name: "isOpen"
            )
            let reply = try await service.bus.call(method, [.string(wallet)], limit: budget.remaining)
            return reply.children.first?.bool ?? false
        }
        return false
    }

    private func owner(of name: String, _ budget: Budget) async throws -> String? {
        do {
            let reply = try await service.bus.call(.bus("GetNameOwner"), [.string(name)], limit: budget.remaining)
            return reply.children.first?.text
        } catch let error as GLibError where error.domain == "g-dbus-error-quark" {
            return nil
        }
    }
}
