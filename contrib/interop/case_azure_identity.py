"""azure-identity, unmodified."""

import azure.identity as identity
from azure.core.exceptions import ClientAuthenticationError

import emulator as e
from registry import collector

CASES, case = collector()


def options(**more):
    if e.way() == "authority":
        more.update(authority=e.authority_host(), disable_instance_discovery=True)
    return more


def check(credential):
    claims = e.decode(credential.get_token(e.GRAPH).token)
    e.expect(claims["tid"], e.CONTOSO, "tid")
    e.expect(claims["oid"], e.ALICE_ID, "oid")
    there = e.decode(credential.get_token(e.GRAPH, tenant_id=e.FABRIKAM).token)
    e.expect(there["tid"], e.FABRIKAM, "tid")
    e.expect(there["oid"], e.ALICE_AT_FABRIKAM, "oid")


@case(rows=(20, 29))
def device_code():
    """device code, silent, second tenant"""
    shown = []

    def prompt(uri, code, expires):
        shown.append(code)
        e.command("approve", code, "--user", e.ALICE)

    credential = identity.DeviceCodeCredential(
        client_id=e.APP, prompt_callback=prompt, additionally_allowed_tenants=["*"], **options()
    )
    credential.authenticate(scopes=[e.GRAPH])
    check(credential)
    e.expect(len(shown), 1, "number of prompts")


@case(rows=(6, 20))
def interactive():
    """code flow, silent, second tenant"""
    e.browse_as(e.ALICE)
    credential = identity.InteractiveBrowserCredential(
        client_id=e.APP, additionally_allowed_tenants=["*"], timeout=60, **options()
    )
    record = credential.authenticate(scopes=[e.GRAPH])
    e.expect(record.username, e.ALICE, "user name")
    e.expect(record.home_account_id, f"{e.ALICE_ID}.{e.CONTOSO}", "home account id")
    check(credential)


@case(rows=(15, 27))
def client_secret():
    """an app for itself, and one with a wrong secret"""
    credential = identity.ClientSecretCredential(e.CONTOSO, e.SERVICE, e.SECRET, **options())
    e.expect(e.decode(credential.get_token(e.GRAPH).token)["idtyp"], "app", "idtyp")
    try:
        identity.ClientSecretCredential(e.CONTOSO, e.SERVICE, "wrong", **options()).get_token(e.GRAPH)
    except ClientAuthenticationError as error:
        assert "AADSTS7000215" in str(error), error
        return
    raise AssertionError("a wrong secret was accepted")


@case()
def default_client():
    """the developer sign-on client, by device code"""
    credential = identity.DeviceCodeCredential(
        prompt_callback=lambda uri, code, expires: e.command("approve", code, "--user", e.ALICE), **options()
    )
    claims = e.decode(credential.get_token("https://management.azure.com/.default").token)
    e.expect(claims["appid"], "04b07795-8ddb-461a-bbee-02f9e1bf7b46", "appid")
