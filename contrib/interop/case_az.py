"""The Azure CLI, unmodified; each case has a configuration folder of its own."""

import json
import os
import re
import subprocess
import tempfile

import emulator as e
from registry import collector

CASES, case = collector()


class CLI:
    """`az` with a fresh configuration, pointed at the emulator."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lanyard-az-")
        self.environment = dict(
            os.environ,
            AZURE_CONFIG_DIR=self.folder.name,
            AZURE_CORE_COLLECT_TELEMETRY="false",
            AZURE_CORE_LOGIN_EXPERIENCE_V2="off",
            AZURE_CORE_ONLY_SHOW_ERRORS="false",
        )
        if e.way() == "authority":
            host = e.authority_host()
            self.environment["AZURE_CORE_INSTANCE_DISCOVERY"] = "false"
            self.run(
                "cloud", "register", "-n", "Emulator",
                "--endpoint-active-directory", host,
                "--endpoint-resource-manager", host,
                "--endpoint-active-directory-resource-id", "https://management.core.windows.net/",
                "--endpoint-active-directory-graph-resource-id", "https://graph.windows.net/",
                "--endpoint-microsoft-graph-resource-id", "https://graph.microsoft.com/",
            )
            self.run("cloud", "set", "-n", "Emulator")

    def call(self, *words):
        return subprocess.run(
            [os.environ["INTEROP_AZ"], *words], env=self.environment, capture_output=True, text=True, timeout=100
        )

    def run(self, *words):
        done = self.call(*words)
        if done.returncode != 0:
            raise AssertionError(f"az {words[0]} {words[1]}: {done.stderr.strip()}")
        return done

    def login(self, user=e.ALICE):
        """Signs in by device code; gives what az said besides."""
        process = subprocess.Popen(
            [os.environ["INTEROP_AZ"], "login", "--use-device-code", "-o", "none"],
            env=self.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        said = ""
        for line in process.stderr:
            said += line
            found = re.search(r"enter the code ([A-Z0-9]{9}) ", line)
            if found:
                e.command("approve", found[1], "--user", user)
        e.expect(process.wait(timeout=100), 0, "az login's exit code: " + said)
        return said


@case(rows=(5, 16, 18, 20, 22, 29))
def device_code():
    """device login finds every tenant; those that want more get a warning"""
    az = CLI()
    said = az.login()
    assert "AADSTS50076" in said and "AADSTS53000" in said, said
    accounts = json.loads(az.run("account", "list", "-o", "json").stdout)
    e.expect({account["tenantId"] for account in accounts}, {e.CONTOSO, e.FABRIKAM}, "tenants")
    token = json.loads(az.run("account", "get-access-token", "--tenant", e.FABRIKAM, "-o", "json").stdout)
    e.expect(e.decode(token["accessToken"])["oid"], e.ALICE_AT_FABRIKAM, "oid")


@case(rows=(15, 27))
def service_principal():
    """an app for itself, and the hint for a wrong secret"""
    az = CLI()
    words = ("login", "--service-principal", "-u", e.SERVICE, "--tenant", e.CONTOSO, "-o", "none")
    wrong = az.call(*words, "-p", "wrong")
    assert wrong.returncode != 0 and "AADSTS7000215" in wrong.stderr, wrong.stderr
    az.run(*words, "-p", e.SECRET)
    az.run("account", "get-access-token", "-o", "none")


@case()
def revoked():
    """after a revocation az says how to sign in again"""
    az = CLI()
    az.login()
    e.command("revoke", e.ALICE)
    words = ("account", "get-access-token", "--resource", "https://vault.azure.net", "-o", "none")
    done = az.call(*words)
    assert done.returncode != 0 and "AADSTS50173" in done.stderr and "az login" in done.stderr, done.stderr


@case("proxy", rows=(35,))
def challenged():
    """a call after a revocation gets a claims challenge, which az hands on"""
    az = CLI()
    az.login()
    e.command("revoke", e.ALICE)
    done = az.call("group", "list", "-o", "none")
    assert done.returncode != 0 and "--claims-challenge" in done.stderr, repr(done.stderr)


@case(rows=(6,))
def browser():
    """browser login at a tenant"""
    az = CLI()
    e.browse_as(e.ALICE)
    az.environment.update(BROWSER=os.environ["BROWSER"], DISPLAY=":0")
    az.run("login", "--tenant", e.CONTOSO, "-o", "none")
    token = json.loads(az.run("account", "get-access-token", "-o", "json").stdout)
    e.expect(e.decode(token["accessToken"])["oid"], e.ALICE_ID, "oid")


@case("proxy", rows=(26,))
def password():
    """name and password, and a wrong one"""
    az = CLI()
    words = ("login", "-u", e.ALICE, "--tenant", e.CONTOSO, "-o", "none")
    wrong = az.call(*words, "-p", "wrong")
    assert wrong.returncode != 0 and "AADSTS50126" in wrong.stderr, wrong.stderr
    az.run(*words, "-p", e.PASSWORD)


@case("proxy", rows=(40,))
def resources():
    """tenants, subscriptions per tenant and the person at Graph"""
    az = CLI()
    az.login()
    listed = az.run("rest", "--url", "https://management.azure.com/tenants?api-version=2022-12-01", "-o", "json")
    tenants = json.loads(listed.stdout)["value"]
    assert {e.CONTOSO, e.FABRIKAM} <= {tenant["tenantId"] for tenant in tenants}, tenants
    subscriptions = json.loads(az.run("account", "list", "-o", "json").stdout)
    e.expect({entry["name"] for entry in subscriptions if entry["tenantId"] == e.FABRIKAM}, {"Fabrikam Shared"}, "subscriptions")
    me = json.loads(az.run("rest", "--url", "https://graph.microsoft.com/v1.0/me", "-o", "json").stdout)
    e.expect(me["userPrincipalName"], e.ALICE, "user name")
