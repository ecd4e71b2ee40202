"""MSAL Go by way of azidentity, as rclone carries them, unmodified.

rclone signs in to list a storage account. The emulator's own address stands in for the storage: it is no storage, so
the listing always fails, but it is asked only once there is a token.
"""

import os
import subprocess
import sys

import emulator as e
from registry import collector

CASES, case = collector()
RCLONE = os.path.join(sys.prefix, "clients", "rclone")


def rclone(*options, **variables):
    """Gives what rclone said, and what the emulator was asked meanwhile as (host, path, status)."""
    before = len(e.requests_log())
    words = [
        RCLONE, "--config", os.devnull, "--retries", "1", "--low-level-retries", "1", "lsd", ":azureblob:",
        "--azureblob-account", "acct", "--azureblob-endpoint", os.environ["INTEROP_AUTHORITY"], *options,
    ]
    done = subprocess.run(words, env=dict(os.environ, **variables), capture_output=True, text=True, timeout=60)
    return done.stderr, [(line["host"], line["path"], line["status"]) for line in e.requests_log()[before:]]


def service(tenant=e.CONTOSO, secret=e.SECRET):
    return rclone(
        "--azureblob-tenant", tenant, "--azureblob-client-id", e.SERVICE, "--azureblob-client-secret", secret
    )


def from_environment(authority):
    return rclone(
        "--azureblob-env-auth",
        AZURE_AUTHORITY_HOST=authority,
        AZURE_TENANT_ID=e.CONTOSO,
        AZURE_CLIENT_ID=e.SERVICE,
        AZURE_CLIENT_SECRET=e.SECRET,
    )


def signed_in(said, asked):
    """The token came and was taken: after the token's request the storage was asked."""
    assert "authentication failed" not in said, said
    tokens = [n for n, (_, path, status) in enumerate(asked) if path.endswith("/oauth2/v2.0/token") and status == 200]
    assert tokens and any(path == "/" for _, path, _ in asked[tokens[0]:]), (said, asked)
    return asked[tokens[0]][0]


@case("proxy", rows=(16, 27))
def client_credentials():
    """an app for itself, and one with a wrong secret"""
    e.expect(signed_in(*service()), "login.microsoftonline.com", "token host")
    said, asked = service(secret="wrong")
    assert "AADSTS7000215" in said and not any(path == "/" for _, path, _ in asked), (said, asked)


@case("proxy", rows=(1,))
def discovery():
    """instance discovery accepts the default authority and an alias of it"""
    for host in ("login.microsoftonline.com", "login.windows.net"):
        said, asked = from_environment(f"https://{host}/")
        e.expect(signed_in(said, asked), host, "token host")
        assert any("/discovery/instance" in path for _, path, _ in asked), asked


@case("proxy", rows=(2,))
def custom_authority():
    """instance discovery accepts a custom authority"""
    said, asked = from_environment(os.environ["INTEROP_AUTHORITY"] + "/")
    e.expect("https://" + signed_in(said, asked), os.environ["INTEROP_AUTHORITY"], "token host")
    assert ("login.microsoftonline.com", "/common/discovery/instance", 200) in asked, asked


@case("proxy", rows=(5,))
def tenants():
    """a tenant by domain, in capitals, and one that does not exist"""
    for tenant in ("contoso.onmicrosoft.com", "contoso.example", e.CONTOSO.upper()):
        signed_in(*service(tenant))
    said, _ = service("nope.example")
    assert "AADSTS90002" in said, said


@case("proxy", rows=(26,))
def password():
    """name and password, after a look at the realm"""
    for password, number in ((e.PASSWORD, None), ("wrong", "AADSTS50126")):
        hidden = subprocess.run(
            [RCLONE, "obscure", "-"], input=password, capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()
        said, asked = rclone(
            "--azureblob-tenant", e.CONTOSO, "--azureblob-client-id", e.APP,
            "--azureblob-username", e.ALICE, "--azureblob-password", hidden,
        )
        assert any("userrealm" in path.lower() for _, path, _ in asked), asked
        if number is None:
            signed_in(said, asked)
        else:
            assert number in said, said
