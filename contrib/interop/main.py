"""Starts an emulator on free ports, runs every case in a process of its own and prints a line for each."""

import json
import os
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ["case_msal", "case_azure_identity", "case_strict", "case_gcm", "case_rclone"]
if os.environ.get("INTEROP_AZ"):
    MODULES.append("case_az")


# The columns of the acceptance matrix.
COLUMNS = {
    "case_msal": "P",
    "case_azure_identity": "A",
    "case_az": "Z",
    "case_rclone": "G",
    "case_gcm": "N",
    "case_strict": "R",
}


class Emulator:
    """A running emulator with a state folder that goes away with it."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None
        self.ready = None

    def start(self):
        self.process = subprocess.Popen(
            [os.environ["LANYARD_EMULATOR"], "serve", "--port", "0", "--proxy-port", "0", "--state", self.folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("run: the emulator did not start")
        self.ready = json.loads(line)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=20)
        if code != 0:
            raise SystemExit(f"run: the emulator ended with {code}")

    def environment(self, way):
        variables = {
            name: value
            for name, value in os.environ.items()
            if not name.lower().endswith("_proxy") and not name.startswith(("AZURE_", "MSAL_"))
        }
        variables.update(
            INTEROP_WAY=way,
            INTEROP_AUTHORITY=self.ready["authority_host"],
            LANYARD_EMULATOR_STATE=self.folder,
            REQUESTS_CA_BUNDLE=self.ready["ca_bundle"],
            SSL_CERT_FILE=self.ready["ca_bundle"],
            PYTHONDONTWRITEBYTECODE="1",
        )
        if way == "proxy":
            variables.update(HTTPS_PROXY=self.ready["proxy"], NO_PROXY="localhost,127.0.0.1")
        return variables


def cases():
    sys.path.insert(0, HERE)
    for name in MODULES:
        module = __import__(name)
        for case in module.CASES:
            for way in case.ways:
                yield name, case, way


def run(emulator, module, case, way):
    try:
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "one.py"), module, case.__name__],
            env=emulator.environment(way),
            capture_output=True,
            text=True,
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        return "no end within 120 s"
    if done.returncode == 0:
        return None
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1] if lines else f"exit code {done.returncode}"


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="lanyard-interop-") as folder:
        emulator = Emulator(os.path.join(folder, "state"))
        emulator.start()
        try:
            for module, case, way in cases():
                title = f"{module.removeprefix('case_').replace('_', '-')}: {case.__doc__.strip()} ({way})"
                if case.rows:
                    title += f" [{COLUMNS[module]} {' '.join(f'{row:02}' for row in case.rows)}]"
                if pattern not in title:
                    continue
                if getattr(case, "restarts", False):
                    emulator.stop()
                    emulator.start()
                problem = run(emulator, module, case, way)
                if problem is None:
                    passed += 1
                    print(f"ok   {title}", flush=True)
                else:
                    failed += 1
                    print(f"FAIL {title}: {problem}", flush=True)
        finally:
            emulator.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
