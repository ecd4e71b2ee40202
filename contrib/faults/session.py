"""A private bus with a real gnome-keyring, an emulator, and folders of their own."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type><listen>{address}</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
NAME = "org.freedesktop.secrets"


def until(test, seconds=20):
    """Waits for a test to hold."""
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            raise SystemExit("fault: the session did not become ready")
        time.sleep(0.003)


class Session:
    def __init__(self, programs, store):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="lanyard-fault.")
        places = {name: os.path.join(self.folder, name) for name in ("home", "data", "config", "cache", "state", "run", "emulator")}
        for place in places.values():
            os.mkdir(place, 0o700)
        address = f"unix:path={places['run']}/bus"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": places["home"], "XDG_DATA_HOME": places["data"],
            "XDG_CONFIG_HOME": places["config"], "XDG_CACHE_HOME": places["cache"], "XDG_STATE_HOME": places["state"],
            "XDG_RUNTIME_DIR": places["run"], "DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8",
            "LANYARD_EMULATOR_STATE": places["emulator"],
        }
        if store:
            self.environment["LANYARD_STORE"] = store
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w") as file:
            file.write(BUS.format(address=address))
        quiet = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": self.environment}
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address=1"],
            stdout=subprocess.PIPE, **quiet,
        )
        self.bus.stdout.readline()
        self.keyring = None
        self.start_keyring()
        self.emulator = subprocess.Popen(
            [self.program("lanyard-emulator"), "serve", "--port", "0", "--proxy-port", "0", "--state", places["emulator"]],
            stdout=subprocess.PIPE, text=True, **quiet,
        )
        ready = json.loads(self.emulator.stdout.readline())
        self.environment["LANYARD_AUTHORITY_HOST"] = ready["authority_host"]
        self.environment["LANYARD_CA_FILE"] = ready["ca_file"]
        if store == "file":
            self.run(["cache", "make-key"])

    def program(self, name):
        return os.path.join(self.programs, name)

    def owner(self):
        """Whether somebody owns the name of the Secret Service."""
        run = subprocess.run(
            ["dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
             "org.freedesktop.DBus.NameHasOwner", f"string:{NAME}"],
            env=self.environment, capture_output=True, text=True,
        )
        return "true" in run.stdout

    def start_keyring(self):
        self.keyring = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment,
        )
        self.keyring.stdin.write(b"password")
        self.keyring.stdin.close()
        until(self.owner)

    def restart_keyring(self):
        self.keyring.kill()
        self.keyring.wait()
        until(lambda: not self.owner())
        self.start_keyring()

    def start(self, words, user=None):
        """A running lanyard, in a group of its own, so that the browser of a killed one can be ended too."""
        environment = dict(self.environment)
        if user:
            browser = f"{self.program('lanyard-emulator')} browser --state {self.environment['LANYARD_EMULATOR_STATE']} --user {user}"
            environment["LANYARD_BROWSER"] = browser
        return subprocess.Popen(
            [self.program("lanyard"), *words], env=environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )

    def run(self, words, user=None, seconds=60):
        """Status, output and errors of a lanyard that nothing happens to."""
        child = self.start(words, user)
        try:
            output, errors = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.end(child)
            return None, "", f"hung for {seconds} s"
        return child.returncode, output, errors

    @staticmethod
    def end(child):
        """Kills a process and everything in its group, and takes what it said."""
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return child.communicate()

    def close(self):
        for child in (self.emulator, self.keyring, self.bus):
            child.kill()
            child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
