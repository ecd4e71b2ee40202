"""What the cases need: the emulator's command, its addresses and the ids of its built-in world."""

import json
import os
import subprocess

CONTOSO = "aaaaaaaa-0000-4000-8000-00000000c001"
FABRIKAM = "bbbbbbbb-0000-4000-8000-00000000fab1"
LITWARE = "cccccccc-0000-4000-8000-00000000117e"
APP = "11111111-1111-4111-8111-111111111111"
SERVICE = "33333333-3333-4333-8333-333333333333"
SECRET = "demo-secret-not-secret"
PASSWORD = "Passw0rd!"
ALICE = "alice@contoso.example"
ALICE_ID = "a11ce000-0000-4000-8000-0000000000a1"
ALICE_AT_FABRIKAM = "a11ce000-0000-4000-8000-0000000000f2"
GRAPH = "https://graph.microsoft.com/.default"


def command(*words):
    """Runs a command of the emulator that runs for these tests."""
    done = subprocess.run([os.environ["LANYARD_EMULATOR"], *words], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"lanyard-emulator {words[0]}: {done.stderr.strip()}")
    return done.stdout


def requests_log():
    return [json.loads(line) for line in command("requests", "--json").splitlines()]


def way():
    return os.environ["INTEROP_WAY"]


def authority_host():
    if way() == "proxy":
        return "https://login.microsoftonline.com"
    return os.environ["INTEROP_AUTHORITY"]


def browse_as(user):
    """Puts the scripted browser in the system browser's place; it must not be waited for."""
    os.environ["BROWSER"] = f"{os.environ['LANYARD_EMULATOR']} browser --user {user} %s &"


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f"{what} is {actual!r}, not {wanted!r}")


def decode(token):
    """The claims of a token, without a look at its signature."""
    import jwt

    return jwt.decode(token, options={"verify_signature": False})
