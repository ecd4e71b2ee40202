"""Reads and writes of a cache of some size in a keyring of its own, as one row; run by contrib/bench scale."""

import os
import subprocess
import sys

from bench_processes import elapsed, median, peak, ratio, turns

RESOURCE = "https://management.azure.com"
COLUMNS = [
    "accounts", "secret-tool lookup, ms", "token", "encrypted", "which", "accounts list", "secret-tool store, ms",
    "sign-in's write", "rotation's write", "token's peak, MiB",
]


def main():
    if sys.argv[1] == "heading":
        print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
        return
    count, rounds = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    subprocess.run(["lanyard-fill", "accounts", str(count)], check=True)
    lookup = ["secret-tool", "lookup", "bench", "lookup"]
    store = ["secret-tool", "store", "--label=bench", "bench", "lookup"]
    # As long as what a sign-in stores for good.
    secret = b"x" * 2600
    elapsed(store, given=secret)
    name = f"user{count // 2}@contoso{count // 2 % 10}.example"
    token = ["lanyard", "token", "-a", name, "-r", RESOURCE]
    encrypted = dict(os.environ, LANYARD_STORE_ENCRYPT_TRANSPORT="always")
    reads = turns(
        {
            "lookup": lambda _: elapsed(lookup),
            "token": lambda _: elapsed(token),
            "encrypted": lambda _: elapsed(token, encrypted),
            "which": lambda _: elapsed(["lanyard", "which", "-a", name, "-r", RESOURCE]),
            "accounts": lambda _: elapsed(["lanyard", "accounts"]),
        },
        rounds,
    )
    writes = turns(
        {
            "store": lambda _: elapsed(store, given=secret),
            "sign-in": lambda number: elapsed(["lanyard-fill", "sign-in", str(count + number)]),
            "rotate": lambda _: elapsed(["lanyard-fill", "rotate", str(count // 2)]),
        },
        min(rounds, 20),
    )
    row = [f"{count:,}", f"{median(reads, 'lookup'):.1f}"]
    row += [f"{ratio(reads, kind, 'lookup'):.2f}" for kind in ("token", "encrypted", "which", "accounts")]
    row += [f"{median(writes, 'store'):.1f}"]
    row += [f"{ratio(writes, kind, 'store'):.2f}" for kind in ("sign-in", "rotate")]
    row += [f"{peak(token):.1f}"]
    print("| " + " | ".join(row) + " |", flush=True)


main()
