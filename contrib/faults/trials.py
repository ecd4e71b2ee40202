"""One trial: something is killed in the middle of an operation, and afterwards everything has to be well."""

import collections
import json
import statistics
import time

from session import Session

SCOPE = "https://graph.microsoft.com/.default"
ALICE = "alice@contoso.example"
BOB = "bob@fabrikam.example"
TOKEN = ["token", "-a", ALICE, "--scope", SCOPE]

# What is under way when the blow falls. The access token of a refresh is too old for the request, so that it goes by the
# ordinary way; a rotation is forced, in a tenant where alice is a guest.
OPERATIONS = {
    "sign-in": (["login", "--login-hint", BOB], BOB),
    "refresh": (TOKEN + ["--min-lifetime", "2h"], None),
    "rotation": (TOKEN + ["-t", "fabrikam.example", "--force-refresh"], None),
    "sign-out": (["logout", BOB], None),
}
VICTIMS = ("lanyard", "provider")

# What a command may end with where its keyring died.
STORE_FAILED = 7


class Wrong(Exception):
    """Something that must not be so after a blow."""


class Trials:
    """The trials of one worker, one after the other in a session of its own."""

    def __init__(self, programs, store):
        self.session = Session(programs, store)
        self.must(["login", "--login-hint", ALICE, "--scope", SCOPE], ALICE)
        self.is_bob_there = False
        # The last few times that each operation took, since a machine is not as fast at any time.
        self.durations = {operation: collections.deque(maxlen=7) for operation in OPERATIONS}

    def must(self, words, user=None, codes=(0,), operation=None):
        begin = time.monotonic()
        status, output, errors = self.session.run(words, user)
        if operation and status == 0:
            self.durations[operation].append(time.monotonic() - begin)
        if status not in codes:
            raise Wrong(f"lanyard {' '.join(words)}: {status}: {errors.strip()} {output.strip()[:600]}")
        return output

    def accounts(self):
        return {account["username"] for account in json.loads(self.must(["accounts", "-o", "json"]))}

    def prepare(self, operation):
        """The state that the operation starts from: bob signed in only where he is to be signed out."""
        if operation == "sign-out" and not self.is_bob_there:
            self.must(["login", "--login-hint", BOB], BOB)
            self.is_bob_there = True
        if operation == "sign-in" and self.is_bob_there:
            self.must(["logout", BOB])
            self.is_bob_there = False

    def duration(self, operation):
        """The seconds that the operation takes when nothing happens."""
        words, user = OPERATIONS[operation]
        while len(self.durations[operation]) < 3:
            self.prepare(operation)
            self.must(words, user, operation=operation)
            self.is_bob_there = operation == "sign-in" or (operation != "sign-out" and self.is_bob_there)
        return statistics.median(self.durations[operation])

    def trial(self, victim, operation, random):
        """Gives how the struck command ended: `killed`, `done` or `refused`; raises `Wrong`."""
        whole = self.duration(operation)
        self.prepare(operation)
        # Half of the blows anywhere, half where the writes are.
        delay = whole * (random.uniform(0, 1.2) if random.random() < 0.5 else random.uniform(0.6, 1.05))
        words, user = OPERATIONS[operation]
        child = self.session.start(words, user)
        time.sleep(delay)
        if victim == "lanyard":
            _, errors = self.session.end(child)
        else:
            self.session.keyring.kill()
            try:
                _, errors = child.communicate(timeout=30)
            except Exception:
                self.session.end(child)
                raise Wrong("the command hung when its keyring died") from None
            self.session.restart_keyring()
        status = child.returncode
        if victim == "provider" and status not in (0, STORE_FAILED):
            raise Wrong(f"the command ended with {status}: {errors.strip()}")
        self.check(operation, status == 0)
        return "done" if status == 0 else "killed" if status < 0 else "refused"

    def check(self, operation, is_done):
        # The next command works, whatever it is.
        self.must(TOKEN)
        present = BOB in self.accounts()
        if operation == "sign-in" and is_done and not present:
            raise Wrong("an acknowledged sign-in is gone")
        if operation == "sign-out" and is_done and present:
            raise Wrong("a signed-out account is back")
        # Nothing damaged, doubled, orphaned or left behind, and the index says what the store holds.
        self.must(["cache", "verify"])
        # The refresh token in the store is one that the server honours.
        words = OPERATIONS[operation][0] if operation in ("refresh", "rotation") else TOKEN + ["--force-refresh"]
        self.must(words, operation=operation if operation in ("refresh", "rotation") else None)
        if present:
            self.must(["token", "-a", BOB, "--scope", SCOPE, "--force-refresh"])
        # A blow does not make it impossible to do the same again.
        if operation == "sign-in":
            self.must(["login", "--login-hint", BOB], BOB, operation=operation)
            self.is_bob_there = True
        if operation == "sign-out":
            self.must(["logout", BOB], codes=(0, 3), operation=operation)
            self.is_bob_there = False

    def close(self):
        self.session.close()
