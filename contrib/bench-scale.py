"""Reads and writes of a cache of some size in a keyring of its own, as one row; run by contrib/bench scale."""

import os
import subprocess
import sys
import tempfile
import time

from bench_processes import elapsed, judge, median, peak, ratio, turns

RESOURCE = "https://management.azure.com"
COLUMNS = [
    "accounts", "secret-tool lookup, ms", "token", "token to that of 1 account", "encrypted", "which", "accounts list", "secret-tool store, ms",
    "sign-in's write", "rotation's write", "token's peak, MiB",
]


def other_session(folder):
    """The environment of a second keyring, with one account, beside the one that is measured."""
    names = os.path.join(folder, "environment")
    script = f"lanyard-fill accounts 1 && env -0 >{names}.new && mv {names}.new {names} && exec cat"
    # Ends with its input; a shell that waits for a command does not hear a signal.
    session = subprocess.Popen(["contrib/with-keyring", "sh", "-c", script], stdin=subprocess.PIPE)
    while not os.path.exists(names):
        if session.poll() is not None:
            raise SystemExit("bench: the second keyring did not start")
        time.sleep(0.05)
    with open(names) as file:
        return session, dict(line.split("=", 1) for line in file.read().split("\0") if line)


def main():
    if sys.argv[1] == "heading":
        print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
        return
    count, rounds = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory() as folder:
        session, single = other_session(folder)
        try:
            measure(count, rounds, single)
        finally:
            session.communicate()


def measure(count, rounds, single):
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
            "single": lambda _: elapsed(["lanyard", "token", "-a", "user0@contoso0.example", "-r", RESOURCE], single),
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
    row += [f"{ratio(reads, 'token', 'lookup'):.2f}", f"{ratio(reads, 'token', 'single'):.2f}"]
    row += [f"{ratio(reads, kind, 'lookup'):.2f}" for kind in ("encrypted", "which", "accounts")]
    row += [f"{median(writes, 'store'):.1f}"]
    row += [f"{ratio(writes, kind, 'store'):.2f}" for kind in ("sign-in", "rotate")]
    row += [f"{peak(token):.1f}"]
    print("| " + " | ".join(row) + " |", flush=True)
    if count == 1000:
        judge([
            ("a cached token to that of one account", ratio(reads, "token", "single"), 1.5),
            ("the list of accounts to secret-tool lookup", ratio(reads, "accounts", "lookup"), 2),
            ("a sign-in's write to secret-tool store", ratio(writes, "sign-in", "store"), 1.5),
            ("a rotation's write to secret-tool store", ratio(writes, "rotate", "store"), 1.5),
            ("peak of lanyard token in MiB", peak(token), 20),
        ])


main()
