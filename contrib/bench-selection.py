"""What choosing among many accounts adds to a command, against one account and no history; run by contrib/bench selection."""

import os
import subprocess
import sys
import tempfile

from bench_processes import difference, elapsed, median, turns

ACCOUNTS, ROWS, BUDGET = 1000, 10_000, 2.0
RESOURCE = "https://management.azure.com"
USER, LABEL, TENANT = "user0@contoso0.example", "label-0", "aaaaaaaa-0000-4000-8000-000000000003"


def world(folder, fill):
    """The environment of a state folder of its own; the keyring is the same, with the items of one account."""
    environment = dict(os.environ, LANYARD_STATE_DIR=folder)
    for words in fill:
        subprocess.run(["lanyard-fill", *words], env=environment, check=True)
    return environment


def kinds(few, many):
    commands = {
        "token, named by user name": ["token", "-a", USER],
        "token, named by label": ["token", "-a", LABEL],
        "token, the default account, history weighed": ["token"],
        "which, named by label": ["which", "-a", LABEL],
        "which, the default account, history weighed": ["which"],
        "which, named, in a tenant": ["which", "-a", USER, "-t", TENANT],
    }
    for name, words in commands.items():
        line = ["lanyard", *words, "-r", RESOURCE]
        yield name, line, few, many


def instructions(line, environment, folder):
    """The instructions of one run, which do not depend on what else the machine does; nothing without valgrind."""
    exe = os.path.join(folder, "lanyard")
    path = subprocess.run(["sh", "-c", "command -v lanyard"], capture_output=True, text=True, check=True).stdout.strip()
    if not os.path.exists(exe):
        subprocess.run(["objcopy", "--strip-debug", path, exe], check=True)
    words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", exe, *line[1:]]
    try:
        run = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return int(run.stderr.split("Collected :")[1].split()[0])


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as root:
        few = world(f"{root}/few", [["accounts", "1"]])
        many = world(f"{root}/many", [["index", str(ACCOUNTS)], ["history", str(ROWS)]])
        for environment in (few, many):
            environment["LANYARD_CONFIG_DIR"] = f"{root}/config"
        subprocess.run(["lanyard", "config", "set", "default_account", LABEL], env=few, check=True)
        os.chdir(root)
        print(f"{ACCOUNTS} accounts and {ROWS} rows of history against one account and none, {rounds} rounds, kinds in turn")
        print(f"{'':46}{'1 account':>10}{'1,000':>8}{'adds ms':>9}{'million instructions':>22}")
        worst = 0.0
        for name, line, few, many in kinds(few, many):
            runs = {"few": lambda _: elapsed(line, few), "many": lambda _: elapsed(line, many)}
            times = turns(runs, rounds)
            added = difference(times, "many", "few")
            worst = max(worst, added)
            counts = [instructions(line, environment, root) for environment in (few, many)]
            shown = f"{counts[0] / 1e6:.1f} to {counts[1] / 1e6:.1f}" if all(counts) else "not counted"
            print(f"{name:46}{median(times, 'few'):10.2f}{median(times, 'many'):8.2f}{added:9.2f}{shown:>22}")
        print(f"most: {worst:.2f} ms, allowed: {BUDGET} ms")
        return 0 if worst <= BUDGET else 1


sys.exit(main())
