"""Collects the cases of a module."""


def collector():
    cases = []

    def case(*ways, rows=()):
        """`ways`: how the client reaches the emulator; `rows`: the rows of the acceptance matrix that the case shows."""

        def keep(function):
            function.ways = ways or ("authority", "proxy")
            function.rows = rows
            cases.append(function)
            return function

        return keep

    return cases, case
