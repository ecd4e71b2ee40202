"""MSAL .NET, as git-credential-manager carries it, unmodified.

It asks for an Azure DevOps token at the authority that the server is said to have named; no server is asked. The home
folder, and so the token cache, lives as long as the case.
"""

import os
import pty
import re
import subprocess
import sys
import tempfile

import emulator as e
from registry import collector

CASES, case = collector()
PROGRAM = os.path.join(sys.prefix, "clients", "git_credential_manager", "git-credential-manager")
BROWSER = """#!/bin/sh
echo "$1" >>"$HOME/urls"
"$LANYARD_EMULATOR" browser --user {user} "$1" >/dev/null 2>&1 &
"""


class Manager:
    def __init__(self, user=e.ALICE):
        self.user = user
        self.folder = tempfile.TemporaryDirectory(prefix="lanyard-gcm-", ignore_cleanup_errors=True)
        self.home = self.folder.name
        browser = os.path.join(self.home, "xdg-open")
        with open(browser, "w") as file:
            file.write(BROWSER.format(user=user))
        os.chmod(browser, 0o755)
        self.environment = dict(
            os.environ,
            HOME=self.home,
            PATH=self.home + os.pathsep + os.environ["PATH"],
            DISPLAY=":0",
            DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1",
            GCM_AZREPOS_CREDENTIALTYPE="oauth",
            GCM_CREDENTIAL_STORE="plaintext",
            GCM_DEV_AZREPOS_CLIENTID=e.APP,
            GCM_MSAUTH_FLOW="system",
        )

    def question(self, authority):
        return (
            f"protocol=https\nhost=dev.azure.com\npath=org/_git/x\nusername={self.user}\n"
            f'wwwauth[]=Bearer authorization_uri="{authority}"\n\n'
        )

    def get(self, authority):
        """Gives the claims of the token, what was said and what the emulator was asked."""
        before = len(e.requests_log())
        done = subprocess.run(
            [PROGRAM, "get"], env=self.environment, input=self.question(authority),
            capture_output=True, text=True, timeout=90,
        )
        return claims(done.stdout), done.stderr, e.requests_log()[before:]

    def get_by_device(self, authority, *approval):
        """The same by device code, for which the program wants a terminal."""
        process, terminal = pty.fork()
        if process == 0:
            environment = dict(self.environment, GCM_MSAUTH_FLOW="devicecode")
            script = 'printf "%s" "$1" | "$0" get'
            os.execvpe("sh", ["sh", "-c", script, PROGRAM, self.question(authority)], environment)
        said, answered = "", False
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            if not part:
                break
            said += part.decode()
            found = re.search(r"enter the code ([A-Z0-9]{9}) ", said)
            if found and not answered:
                answered = True
                e.command("approve", found[1], "--user", self.user, *approval)
        os.close(terminal)
        os.waitpid(process, 0)
        return claims(said), said

    def pages(self):
        """The addresses that the browser was given."""
        try:
            with open(os.path.join(self.home, "urls")) as file:
                return file.read().split()
        except FileNotFoundError:
            return []


def claims(output):
    found = re.search(r"^password=(\S+)", output, re.MULTILINE)
    return e.decode(found[1]) if found else None


def at(tenant):
    return f"{e.authority_host()}/{tenant}"


def good(token, said, tenant=e.CONTOSO):
    assert token, said
    e.expect(token["tid"], tenant, "tid")


def grants(asked):
    return [line.get("grant") for line in asked if line["path"].endswith("/oauth2/v2.0/token")]


@case("proxy", rows=(7, 16))
def interactive():
    """code flow by query, then from the cache"""
    manager = Manager()
    token, said, asked = manager.get(at("organizations"))
    good(token, said)
    e.expect(grants(asked), ["authorization_code"], "grants")
    assert "response_mode" not in manager.pages()[0], manager.pages()
    token, said, asked = manager.get(at("organizations"))
    good(token, said)
    e.expect(grants(asked), [], "grants")


@case("proxy", rows=(1,))
def alias():
    """the account of one host is found under an alias"""
    manager = Manager()
    token, said, asked = manager.get(at("organizations"))
    good(token, said)
    assert any("/discovery/instance" in line["path"] for line in asked), asked
    token, said, asked = manager.get("https://login.windows.net/organizations")
    good(token, said)
    e.expect(grants(asked), [], "grants")
    e.expect(len(manager.pages()), 1, "number of pages")


@case("proxy", rows=(2,))
def custom_authority():
    """a custom authority with instance discovery, then silently"""
    manager = Manager()
    authority = os.environ["INTEROP_AUTHORITY"] + "/organizations"
    token, said, asked = manager.get(authority)
    good(token, said)
    assert any("/discovery/instance" in line["path"] for line in asked), asked
    good(*manager.get(authority)[:2])
    e.expect(len(manager.pages()), 1, "number of pages")


@case("proxy", rows=(3,))
def unknown_authority():
    """an authority that nobody knows is refused before anybody sees a page"""
    manager = Manager()
    token, said, asked = manager.get("https://evil.example/common")
    assert token is None and "AADSTS50049" in said, said
    e.expect(manager.pages(), [], "pages")


@case("proxy", rows=(17,))
def odd_replies():
    """numbers as texts, a type in lower case, more members and no scope are taken"""
    for change in (("--strings", "--set", "extra=1"), ("--set", "token_type=bearer"), ("--drop", "scope")):
        e.command("fault", "add", "--grant", "authorization_code", *change)
        good(*Manager().get(at("organizations"))[:2])


@case("proxy", rows=(20,))
def second_tenant():
    """the sign-in serves the tenant where she is a guest"""
    manager = Manager()
    good(*manager.get(at("organizations"))[:2])
    token, said, asked = manager.get(at(e.FABRIKAM))
    good(token, said, e.FABRIKAM)
    e.expect(token["oid"], e.ALICE_AT_FABRIKAM, "oid")
    e.expect(grants(asked), ["refresh_token"], "grants")


@case("proxy")
def second_factor():
    """a tenant that wants a second factor leads to the page, once"""
    manager = Manager()
    good(*manager.get(at("organizations"))[:2])
    token, said, asked = manager.get(at(e.LITWARE))
    good(token, said, e.LITWARE)
    e.expect(grants(asked), ["refresh_token", "authorization_code"], "grants")
    token, said, asked = manager.get(at(e.LITWARE))
    good(token, said, e.LITWARE)
    e.expect(len(manager.pages()), 2, "number of pages")


@case("proxy", rows=(29,))
def device_code():
    """device code"""
    good(*Manager().get_by_device(at("organizations")))


@case("proxy", rows=(30,))
def device_declined():
    """a declined device code ends the polling"""
    token, said = Manager().get_by_device(at("organizations"), "--decline")
    assert token is None and "AADSTS70017" in said, said


@case("proxy", rows=(32,))
def unavailable():
    """one 503 is tried again; a service that stays away costs no sign-in"""
    manager = Manager()
    good(*manager.get(at("organizations"))[:2])
    e.command("fault", "add", "--path", "/oauth2/v2.0/token", "--status", "503", "--times", "0")
    try:
        token, said, _ = manager.get(at(e.FABRIKAM))
    finally:
        e.command("fault", "clear")
    assert token is None and "fatal:" in said, said
    pages = len(manager.pages())
    e.command("fault", "add", "--grant", "refresh_token", "--status", "503")
    token, said, asked = manager.get(at(e.FABRIKAM))
    good(token, said, e.FABRIKAM)
    e.expect(grants(asked), ["refresh_token", "refresh_token"], "grants")
    e.expect(len(manager.pages()), pages, "number of pages")
