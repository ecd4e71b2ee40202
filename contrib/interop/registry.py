"""Collects the cases of a module."""


def collector():
    cases = []

    def case(*ways):
        def keep(function):
            function.ways = ways or ("authority", "proxy")
            cases.append(function)
            return function

        return keep

    return cases, case
