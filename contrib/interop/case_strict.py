"""A relying party that checks everything: Authlib for the flow, PyJWT and joserfc for the tokens."""

import os
import subprocess
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

import jwt
import requests
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt as jose
from joserfc.jwk import KeySet

import emulator as e
from registry import collector

CASES, case = collector()


class Listener:
    """Takes one redirect on loopback."""

    def __init__(self):
        self.fields = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
                self.answer()

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.fields = dict(urllib.parse.parse_qsl(body.decode()))
                self.answer()

            def answer(self):
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *words):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.uri = f"http://localhost:{self.server.server_port}"

    def take(self, url):
        thread = threading.Thread(target=self.server.handle_request)
        thread.start()
        subprocess.run([os.environ["LANYARD_EMULATOR"], "browser", "--user", e.ALICE, url], check=True, timeout=60)
        thread.join(timeout=60)
        self.server.server_close()
        return self.fields


def sign_in(tenant, mode):
    """A code flow with state, nonce and PKCE; gives the discovery document, the reply and the nonce."""
    base = f"{e.authority_host()}/{tenant}/v2.0"
    document = requests.get(base + "/.well-known/openid-configuration", timeout=30).json()
    listener = Listener()
    session = OAuth2Session(
        e.APP,
        scope="openid profile offline_access User.Read",
        redirect_uri=listener.uri,
        code_challenge_method="S256",
        token_endpoint_auth_method="none",
    )
    verifier, nonce = "v" * 64, "nonce-of-this-request"
    url, state = session.create_authorization_url(
        document["authorization_endpoint"], code_verifier=verifier, nonce=nonce, response_mode=mode
    )
    fields = listener.take(url)
    e.expect(fields.get("state"), state, "state")
    reply = session.fetch_token(
        document["token_endpoint"], code=fields["code"], code_verifier=verifier, grant_type="authorization_code"
    )
    return document, reply, nonce


def validate(document, token, issuer):
    """PyJWT's own checks, with the key set of the discovery document."""
    keys = requests.get(document["jwks_uri"], timeout=30).json()
    assert len(keys["keys"]) > 1, "there is only one key"
    kid = jwt.get_unverified_header(token)["kid"]
    key = next(jwt.PyJWK(key) for key in keys["keys"] if key["kid"] == kid)
    claims = jwt.decode(token, key, algorithms=["RS256"], audience=e.APP, issuer=issuer, leeway=0)
    e.expect(jose.decode(token, KeySet.import_key_set(keys), algorithms=["RS256"]).claims["sub"], claims["sub"], "sub")
    return claims


@case(rows=(7,))
def tenant_by_query():
    """an ID token of a tenant, code by query"""
    document, reply, nonce = sign_in(e.CONTOSO, "query")
    claims = validate(document, reply["id_token"], document["issuer"])
    e.expect(claims["nonce"], nonce, "nonce")
    e.expect(claims["tid"], e.CONTOSO, "tid")
    assert jwt.get_unverified_header(reply["id_token"])["kid"].startswith("lanyard-emulator-")
    e.expect(claims["xms_emulator"], True, "marker")


@case()
def guest_by_form_post():
    """an ID token of a guest, code by form_post"""
    document, reply, _ = sign_in("fabrikam.example", "form_post")
    claims = validate(document, reply["id_token"], document["issuer"])
    e.expect(claims["oid"], e.ALICE_AT_FABRIKAM, "oid")
    e.expect(claims["idp"], f"https://sts.windows.net/{e.CONTOSO}/", "idp")


@case()
def organizations():
    """at organizations the literal issuer is refused, the one with the tenant accepted"""
    document, reply, _ = sign_in("organizations", "query")
    try:
        validate(document, reply["id_token"], document["issuer"])
    except jwt.InvalidIssuerError:
        validate(document, reply["id_token"], document["issuer"].replace("{tenantid}", e.CONTOSO))
        return
    raise AssertionError("the literal issuer was accepted")


@case(rows=(36,))
def rotation():
    """after a change of keys both old and new tokens are good"""
    document, before, _ = sign_in(e.CONTOSO, "query")
    e.command("keys", "rotate")
    _, after, _ = sign_in(e.CONTOSO, "query")
    old, new = (jwt.get_unverified_header(reply["id_token"])["kid"] for reply in (before, after))
    assert old != new, "the key did not change"
    validate(document, before["id_token"], document["issuer"])
    validate(document, after["id_token"], document["issuer"])


@case(rows=(36,))
def forged():
    """forged ID tokens are refused"""
    for how in ("none", "hs256", "unknown-kid", "bad-signature", "wrong-aud", "wrong-iss", "expired"):
        e.command("fault", "add", "--grant", "authorization_code", "--forge", how)
        document, reply, _ = sign_in(e.CONTOSO, "query")
        try:
            validate(document, reply["id_token"], document["issuer"])
        except (jwt.PyJWTError, StopIteration, KeyError):
            continue
        raise AssertionError(f"{how} was accepted")
