"""Times whole processes, one of each kind in turn, and prints medians and ratios; run by contrib/bench."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

from bench_processes import elapsed, peak

SCOPE = "https://graph.microsoft.com/.default"
ALICE = "alice@contoso.example"


def main():
    rounds = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as state:
        serve = ["lanyard-emulator", "serve", "--port", "0", "--proxy-port", "0", "--state", state]
        emulator = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        try:
            ready = json.loads(emulator.stdout.readline())
            environment = dict(os.environ, LANYARD_AUTHORITY_HOST=ready["authority_host"], LANYARD_CA_FILE=ready["ca_file"])
            environment["LANYARD_BROWSER"] = f"lanyard-emulator browser --state {state} --user {ALICE}"
            subprocess.run(["lanyard", "login", "--scope", SCOPE], env=environment, check=True, stderr=subprocess.DEVNULL)
            subprocess.run(
                ["secret-tool", "store", "--label=bench", "bench", "lookup"],
                env=environment, input="x" * 2048, text=True, check=True,
            )
            measure(rounds, environment, msal_python(environment, state))
        finally:
            emulator.terminate()
            emulator.wait()


def msal_python(environment, state):
    """The command line of MSAL Python with a cached token, and its environment."""
    words = [sys.argv[2], os.path.join(os.path.dirname(__file__), "bench-msal.py")]
    variables = dict(environment, LANYARD_EMULATOR_STATE=state, REQUESTS_CA_BUNDLE=environment["LANYARD_CA_FILE"])
    subprocess.run([*words, "sign-in", ALICE], env=variables, check=True, stdout=subprocess.DEVNULL)
    return [*words, "token"], variables


def measure(rounds, environment, msal):
    token = ["lanyard", "token", "-a", ALICE, "--scope", SCOPE]
    kinds = {
        "secret-tool lookup": (["secret-tool", "lookup", "bench", "lookup"], environment),
        "lanyard token, cached": (token, environment),
        "the same, encrypted transport": (token, dict(environment, LANYARD_STORE_ENCRYPT_TRANSPORT="always")),
        "lanyard accounts": (["lanyard", "accounts"], environment),
        "lanyard version": (["lanyard", "version"], environment),
        "MSAL Python, cached": msal,
        "true": (["/bin/true"], environment),
    }
    for words, variables in kinds.values():
        elapsed(words, variables)
    times = {name: [] for name in kinds}
    for _ in range(rounds):
        for name, (words, variables) in kinds.items():
            times[name].append(elapsed(words, variables))
    base = statistics.median(times["secret-tool lookup"])
    print(f"{'':32}{'median ms':>10}{'ratio':>8}   ({rounds} rounds, kinds in turn)")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:32}{median:10.2f}{median / base:8.2f}")
    print(f"peak memory of lanyard token: {peak(token, environment):.1f} MiB")


main()
