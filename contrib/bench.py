"""Times whole processes, one of each kind in turn, and prints medians and ratios; run by contrib/bench."""

import json
import os
import subprocess
import sys
import tempfile
from functools import partial

import bench_az
from bench_processes import elapsed, judge, median, peak, ratio, turns

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
            others = {"MSAL Python, cached": msal_python(environment, state)}
            az = os.path.join(os.path.dirname(sys.argv[2]), "..", "az", "bin", "az")
            if os.path.exists(az):
                variables = dict(environment, LANYARD_EMULATOR_STATE=state, REQUESTS_CA_BUNDLE=ready["ca_bundle"])
                others["az account get-access-token, cached"] = bench_az.prepare(az, variables, state, ALICE)
            else:
                print("bench: the Azure CLI is left out; contrib/interop/setup --with-az installs it", file=sys.stderr)
            measure(rounds, environment, others)
        finally:
            emulator.terminate()
            emulator.wait()


def msal_python(environment, state):
    """The command line of MSAL Python with a cached token, and its environment."""
    words = [sys.argv[2], os.path.join(os.path.dirname(__file__), "bench-msal.py")]
    variables = dict(environment, LANYARD_EMULATOR_STATE=state, REQUESTS_CA_BUNDLE=environment["LANYARD_CA_FILE"])
    subprocess.run([*words, "sign-in", ALICE], env=variables, check=True, stdout=subprocess.DEVNULL)
    return [*words, "token"], variables


def measure(rounds, environment, others):
    token = ["lanyard", "token", "-a", ALICE, "--scope", SCOPE]
    kinds = {
        "secret-tool lookup": (["secret-tool", "lookup", "bench", "lookup"], environment),
        "lanyard token, cached": (token, environment),
        "the same, encrypted transport": (token, dict(environment, LANYARD_STORE_ENCRYPT_TRANSPORT="always")),
        "lanyard accounts": (["lanyard", "accounts"], environment),
        "lanyard version": (["lanyard", "version"], environment),
        "true": (["/bin/true"], environment),
        **others,
    }
    times = turns({name: partial(timed, *kind) for name, kind in kinds.items()}, rounds)
    base = "secret-tool lookup"
    print(f"{'':36}{'median ms':>10}{'ratio':>8}   ({rounds} rounds, kinds in turn)")
    for name in kinds:
        print(f"{name:36}{median(times, name):10.2f}{ratio(times, name, base):8.2f}")
    judge([
        ("a cached token to secret-tool lookup", ratio(times, "lanyard token, cached", base), 0.8),
        ("the same, encrypted", ratio(times, "the same, encrypted transport", base), 1.25),
        *((f"{name} to lanyard token", ratio(times, name, "lanyard token, cached"), -15) for name in others),
        ("peak of lanyard token in MiB", peak(token, environment), 20),
    ])


def timed(words, variables, number):
    return elapsed(words, variables)


main()
