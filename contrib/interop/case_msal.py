"""MSAL Python, unmodified."""

import os

import msal

import emulator as e
from registry import collector

CASES, case = collector()


def application(path="organizations", client_id=e.APP, cache=None, **options):
    if e.way() == "authority":
        options["instance_discovery"] = False
    return msal.PublicClientApplication(
        client_id, authority=f"{e.authority_host()}/{path}", token_cache=cache, **options
    )


def good(result):
    if "access_token" not in result:
        raise AssertionError(f"{result.get('error')}: {result.get('error_description')}")
    return result


def device(app, user=e.ALICE, scopes=("User.Read",), *approval):
    flow = app.initiate_device_flow(scopes=list(scopes))
    e.expect(flow.get("interval"), 5, "interval")
    assert flow["user_code"] in flow["message"], flow
    e.command("approve", flow["user_code"], "--user", user, *approval)
    return app.acquire_token_by_device_flow(flow)


def check_second_tenant(app):
    """Alice's sign-in serves the tenant where she is a guest."""
    account = app.get_accounts()[0]
    e.expect(account["home_account_id"], f"{e.ALICE_ID}.{e.CONTOSO}", "home account id")
    there = application(e.FABRIKAM, cache=app.token_cache)
    result = good(there.acquire_token_silent_with_error(["User.Read"], account=account))
    claims = e.decode(result["access_token"])
    e.expect(claims["tid"], e.FABRIKAM, "tid")
    e.expect(claims["oid"], e.ALICE_AT_FABRIKAM, "oid")
    e.expect(len(app.get_accounts()), 1, "number of accounts")


@case(rows=(20, 29))
def device_code():
    """device code, silent, second tenant"""
    app = application()
    good(device(app))
    account = app.get_accounts()[0]
    e.expect(account["username"], e.ALICE, "user name")
    e.expect(good(app.acquire_token_silent(["User.Read"], account=account))["token_source"], "cache", "source")
    result = good(app.acquire_token_silent(["Mail.Read"], account=account))
    e.expect(result["token_source"], "identity_provider", "source")
    check_second_tenant(app)


@case(rows=(6, 16, 20))
def interactive():
    """code flow by form_post, silent, second tenant"""
    e.browse_as(e.ALICE)
    app = application("contoso.example")
    result = good(app.acquire_token_interactive(["User.Read"], timeout=60))
    e.expect(result["id_token_claims"]["tid"], e.CONTOSO, "tid")
    good(app.acquire_token_silent(["User.Read"], account=app.get_accounts()[0]))
    check_second_tenant(app)


@case("proxy", rows=(1, 5))
def default_authority():
    """default authority with instance discovery, account found under an alias"""
    cache = msal.TokenCache()
    app = msal.PublicClientApplication(e.APP, token_cache=cache)
    good(device(app))
    other = msal.PublicClientApplication(
        e.APP, authority="https://login.windows.net/organizations", token_cache=cache
    )
    e.expect(len(other.get_accounts()), 1, "number of accounts")


@case(rows=(2,))
def discovery_by_url():
    """instance discovery at a custom address"""
    host = os.environ["INTEROP_AUTHORITY"]
    app = msal.PublicClientApplication(
        e.APP, authority=f"{host}/organizations", instance_discovery=f"{host}/common/discovery/instance"
    )
    good(device(app))


@case(rows=(3,))
def unknown_authority():
    """an authority that nobody knows is refused before anything else"""
    host = os.environ["INTEROP_AUTHORITY"]
    try:
        msal.PublicClientApplication(
            e.APP, authority="https://evil.example/common", instance_discovery=f"{host}/common/discovery/instance"
        ).get_accounts()
        msal.PublicClientApplication(
            e.APP, authority="https://evil.example/common", instance_discovery=f"{host}/common/discovery/instance"
        ).initiate_device_flow(scopes=["User.Read"])
    except ValueError as error:
        assert "invalid_instance" in str(error), error
        return
    raise AssertionError("accepted")


@case(rows=(30,))
def device_declined():
    """a declined device code ends the polling"""
    result = device(application(), e.ALICE, ("User.Read",), "--decline")
    e.expect(result.get("error"), "authorization_declined", "error")


@case(rows=(22,))
def second_factor():
    """a tenant that wants a second factor says so with claims, and others still work"""
    app = application()
    good(device(app))
    account = app.get_accounts()[0]
    strong = application(e.LITWARE, cache=app.token_cache)
    result = strong.acquire_token_silent_with_error(["User.Read"], account=account)
    e.expect(result["error"], "invalid_grant", "error")
    e.expect(result["suberror"], "basic_action", "suberror")
    e.expect(result["classification"], "basic_action", "classification")
    assert "capolids" in result["claims"], result
    check_second_tenant(app)
    e.browse_as(e.ALICE)
    good(strong.acquire_token_interactive(["User.Read"], claims_challenge=result["claims"], timeout=60))


@case(rows=(21,))
def not_a_member():
    """somebody who is no member of the tenant is refused there only"""
    app = application()
    good(device(app, "bob@fabrikam.example"))
    account = app.get_accounts()[0]
    there = application(e.CONTOSO, cache=app.token_cache)
    result = there.acquire_token_silent_with_error(["User.Read"], account=account)
    e.expect(result["error_codes"], [50020], "error codes")
    good(app.acquire_token_silent(["Mail.Read"], account=account))


@case()
def cancelled():
    """a person who leaves the page gives an error of its own"""
    os.environ["BROWSER"] = f"{os.environ['LANYARD_EMULATOR']} browser --user {e.ALICE} --cancel %s &"
    result = application().acquire_token_interactive(["User.Read"], timeout=60)
    e.expect(result.get("error"), "access_denied", "error")


@case(rows=(18,))
def double_slash():
    """the double slash of Azure Resource Manager's scope"""
    app = application()
    scope = "https://management.core.windows.net//.default"
    result = good(device(app, e.ALICE, [scope]))
    assert scope in result["scope"].split(), result["scope"]
    e.expect(e.decode(result["access_token"])["aud"], "https://management.core.windows.net/", "aud")
    e.expect(good(app.acquire_token_silent([scope], account=app.get_accounts()[0]))["token_source"], "cache", "source")


@case(rows=(35,))
def continuous_access():
    """a client that takes claims challenges gets long tokens"""
    app = application(client_capabilities=["CP1"])
    result = good(device(app))
    e.expect(result["expires_in"], 86400, "expires_in")
    e.expect(e.decode(result["access_token"])["xms_cc"], ["CP1"], "xms_cc")


@case()
def client_credentials():
    """an app for itself, and one with a wrong secret"""

    def confidential(secret):
        options = {"instance_discovery": False} if e.way() == "authority" else {}
        return msal.ConfidentialClientApplication(
            e.SERVICE, secret, authority=f"{e.authority_host()}/{e.CONTOSO}", **options
        )

    good(confidential(e.SECRET).acquire_token_for_client([e.GRAPH]))
    wrong = confidential("wrong").acquire_token_for_client([e.GRAPH])
    e.expect(wrong["error_codes"], [7000215], "error codes")


@case("proxy", rows=(26,))
def password():
    """name and password, after a look at the realm"""
    app = application("organizations")
    good(app.acquire_token_by_username_password(e.ALICE, e.PASSWORD, ["User.Read"]))
    wrong = app.acquire_token_by_username_password(e.ALICE, "wrong", ["User.Read"])
    e.expect(wrong["error_codes"], [50126], "error codes")


@case("proxy", rows=(37, 38))
def customers():
    """authorities for customers: B2C and External ID"""
    e.browse_as("carol@customer.example")
    b2c = msal.PublicClientApplication(
        e.APP, authority="https://contoso.b2clogin.com/contoso.onmicrosoft.com/b2c_1_SIGNIN"
    )
    result = good(
        b2c.acquire_token_interactive(["https://contoso.onmicrosoft.com/demo-api/demo.read"], timeout=60)
    )
    e.expect(result["id_token_claims"]["tfp"], "B2C_1_signin", "tfp")
    good(b2c.acquire_token_silent(
        ["https://contoso.onmicrosoft.com/demo-api/demo.write"], account=b2c.get_accounts()[0]
    ))
    ciam = msal.PublicClientApplication(e.APP, authority="https://fabrikam.ciamlogin.com/")
    good(ciam.acquire_token_interactive(["User.Read"], timeout=60))


@case("authority", rows=(39,))
def generic_provider():
    """a provider that knows nothing of Microsoft"""
    e.browse_as(e.ALICE)
    app = msal.PublicClientApplication(e.APP, oidc_authority=f"{e.authority_host()}/oidc")
    good(app.acquire_token_interactive(["email"], timeout=60))
    e.expect(len(app.get_accounts()), 1, "number of accounts")


@case()
def revoked():
    """a revoked sign-in is refused"""
    app = application()
    good(device(app))
    e.command("revoke", e.ALICE)
    result = app.acquire_token_silent_with_error(["Mail.Read"], account=app.get_accounts()[0])
    e.expect(result["error_codes"], [50173], "error codes")


@case()
def restart_before():
    """a sign-in that is kept for after a restart of the emulator"""
    path = os.path.join(os.environ["LANYARD_EMULATOR_STATE"], f"msal-{e.way()}.json")
    cache = msal.SerializableTokenCache()
    good(device(application(cache=cache)))
    with open(path, "w") as file:
        file.write(cache.serialize())


@case("proxy")
def restart_after():
    """a sign-in from before a restart of the emulator is good after it"""
    cache = msal.SerializableTokenCache()
    with open(os.path.join(os.environ["LANYARD_EMULATOR_STATE"], f"msal-{e.way()}.json")) as file:
        cache.deserialize(file.read())
    app = application(cache=cache)
    good(app.acquire_token_silent(["Mail.Read"], account=app.get_accounts()[0]))


restart_after.restarts = True


@case("authority", rows=(8,))
def foreign_redirect():
    """a redirect by the wrong verb or with another state is not taken"""
    import threading
    import urllib.error
    import urllib.request
    from urllib.parse import parse_qs, urlsplit

    seen = []

    def attack(url):
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        target = query["redirect_uri"]
        for request in (
            urllib.request.Request(f"{target}/?code=EVIL&state={query['state']}"),
            urllib.request.Request(target, data=b"code=EVIL&state=WRONG"),
        ):
            try:
                urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10)
            except urllib.error.HTTPError as error:
                seen.append(error.code)
            except OSError:
                seen.append(0)
        e.command("browser", "--user", e.ALICE, url)

    app = application("contoso.example")
    import webbrowser

    class Attacker(webbrowser.BaseBrowser):
        def open(self, url, new=0, autoraise=True):
            threading.Thread(target=attack, args=(url,), daemon=True).start()
            return True

    webbrowser.register("attacker", None, Attacker(), preferred=True)
    os.environ["BROWSER"] = ""
    good(app.acquire_token_interactive(["User.Read"], timeout=60))
    codes = [entry for entry in e.requests_log() if entry.get("grant") == "authorization_code"]
    assert codes and codes[-1]["status"] == 200, codes
    assert not any(code == 200 for code in seen[:1]), seen


@case("authority", rows=(17,))
def sloppy_reply():
    """lower-case bearer, unknown members, no scope, no refresh token"""
    app = application()
    good(device(app))
    account = app.get_accounts()[0]
    e.command(
        "fault", "add", "--grant", "refresh_token", "--set", "token_type=bearer", "--set", "extra=1",
        "--drop", "refresh_token", "--drop", "scope",
    )
    good(app.acquire_token_silent_with_error(["User.Read"], account=account, force_refresh=True))
    good(app.acquire_token_silent_with_error(["User.Read"], account=account, force_refresh=True))


@case(rows=(24,))
def missing_consent():
    """missing consent is classified as such"""
    app = application()
    good(device(app))
    result = app.acquire_token_silent_with_error(["api://lanyard-demo/Write"], account=app.get_accounts()[0])
    e.expect(result["suberror"], "consent_required", "sub-error")
    e.expect(result["error_codes"], [65001], "numbers")


@case("authority", rows=(31,))
def slow_down():
    """a slow_down makes the polling slower and does not end it"""
    app = application()
    flow = app.initiate_device_flow(scopes=["User.Read"])
    flow["interval"] = 1
    e.command(
        "fault", "add", "--grant", "urn:ietf:params:oauth:grant-type:device_code",
        "--status", "400", "--body", '{"error":"slow_down"}',
    )
    e.command("approve", flow["user_code"], "--user", e.ALICE)
    good(app.acquire_token_by_device_flow(flow))


@case("authority", rows=(32,))
def service_down():
    """a failing service is an error, and a wait that it asks for is kept"""
    app = application()
    good(device(app))
    account = app.get_accounts()[0]
    e.command(
        "fault", "add", "--grant", "refresh_token", "--status", "429", "--header", "Retry-After: 2",
        "--body", '{"error":"temporarily_unavailable"}',
    )
    first = app.acquire_token_silent_with_error(["Mail.Read"], account=account)
    assert not first or "access_token" not in first, first
    before = len(e.requests_log())
    second = app.acquire_token_silent_with_error(["Mail.Read"], account=account)
    assert not second or "access_token" not in second, second
    e.expect(len([entry for entry in e.requests_log()[before:] if entry.get("grant")]), 0, "requests while throttled")


@case("authority", rows=(34,))
def renewed_ahead_of_time():
    """a token that is to be renewed ahead of time is handed out while the service is down"""
    app = application()
    e.command(
        "fault", "add", "--grant", "urn:ietf:params:oauth:grant-type:device_code", "--skip", "0",
        "--set", "expires_in=7200", "--set", "refresh_in=0",
    )
    good(device(app))
    e.command("fault", "add", "--grant", "refresh_token", "--close", "--times", "5")
    result = good(app.acquire_token_silent_with_error(["User.Read"], account=app.get_accounts()[0]))
    e.expect(result["token_source"], "cache", "source")
    e.command("fault", "clear")
