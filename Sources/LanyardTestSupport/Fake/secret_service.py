#!/usr/bin/python3
"""A Secret Service that does what a test's script says; needs Debian's python3-dbus and python3-gi.

usage: secret_service.py SCRIPT LOG

SCRIPT is a JSON file, all members optional:
  collections   {name: {"locked": bool}}            default {"login": {"locked": false}}
  aliases       {"default": name, "session": name}  default {"default": "login"}
  items         [{"collection", "attributes", "value" (text) or "bytes" (list), "locked", "label"}]
  unlock        "free" | "done" | "dismissed" | "silent" | "gone" | "elsewhere"   what a prompt comes to ("free": no prompt
                at all; "elsewhere": it stays unanswered and another program unlocks)
  hideLocked    a locked collection's items are not even listed as locked
  partlyLocked  GetSecrets of a locked item fails with IsLocked as a whole; else such items are left out
  listLocked    false: locked items of open collections are listed as unlocked
  alter         "text": bytes of text/plain that are no UTF-8 are replaced; "refuse": they are refused; "all": every value
  hang          [method names] that are never answered
  die           {method name: n}: the process ends instead of the n-th answer
  fail          {method name: error name}
  failFirst     the same, for the first call only
  confirm       "done" | "dismissed" | "silent": CreateItem and Delete answer with a prompt, as KeePassXC's do
  deaf          n: the first n sessions get no secret of any item
  adds          items get an attribute of the provider's own
  keepDeleted   Delete answers with success and keeps the item
  wallet        the label of an open KWallet wallet: the process owns KWallet's name too
LOG gets one JSON line per call: [method, path, arguments]; and ["Created", attributes] of each item made by a call.
"""
import json
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

ROOT = "/org/freedesktop/secrets"
SERVICE = "org.freedesktop.Secret.Service"
COLLECTION = "org.freedesktop.Secret.Collection"
ITEM = "org.freedesktop.Secret.Item"
PROMPT = "org.freedesktop.Secret.Prompt"
ERROR = "org.freedesktop.Secret.Error."
NO_OBJECT = "org.freedesktop.DBus.Error.UnknownObject"


class Failure(Exception):
    def __init__(self, name, text="scripted"):
        super().__init__(text)
        self.name = name


class Item:
    def __init__(self, path, attributes, value, content, label, locked):
        self.path, self.attributes, self.value = path, attributes, value
        self.content, self.label, self.locked = content, label, locked


class Fake:
    def __init__(self, script, log):
        self.script, self.log = script, log
        self.collections = script.get("collections", {"login": {"locked": False}})
        self.aliases = script.get("aliases", {"default": "login"})
        self.items = {}
        self.prompts = {}
        self.sessions = []
        self.counts = {}
        self.numbers = 0
        for item in script.get("items", []):
            value = bytes(item["bytes"]) if "bytes" in item else item.get("value", "").encode()
            self.add(item.get("collection", "login"), item["attributes"], value, "text/plain",
                     item.get("label", "x"), item.get("locked", False))

    def next(self):
        self.numbers += 1
        return self.numbers

    def collection_path(self, name):
        return f"{ROOT}/collection/{name}"

    def collection_of(self, path):
        parts = path.split("/")
        return parts[5] if len(parts) > 5 else None

    def add(self, collection, attributes, value, content, label, locked=False):
        path = f"{self.collection_path(collection)}/i{self.next()}"
        self.items[path] = Item(path, attributes, value, content, label, locked)
        return path

    def is_closed(self, item):
        return self.collections[self.collection_of(item.path)]["locked"]

    def is_locked(self, item):
        return item.locked or self.is_closed(item)

    def item(self, path):
        if path not in self.items:
            raise Failure(NO_OBJECT)
        return self.items[path]

    def matching(self, attributes):
        wanted = attributes.items()
        return [i for i in self.items.values() if all(i.attributes.get(k) == v for k, v in wanted)]

    # Service

    def OpenSession(self, path, algorithm, data):
        if algorithm != "plain":
            raise Failure("org.freedesktop.DBus.Error.NotSupported")
        self.sessions.append(f"{ROOT}/session/s{self.next()}")
        return "vo", dbus.String("", variant_level=1), self.sessions[-1]

    def ReadAlias(self, path, name):
        known = self.aliases.get(name)
        return "o", self.collection_path(known) if known else "/"

    def SearchItems(self, path, attributes):
        unlocked, locked = [], []
        for item in self.matching(attributes):
            if self.is_closed(item) and self.script.get("hideLocked"):
                continue
            shown_locked = self.is_locked(item) and (self.is_closed(item) or self.script.get("listLocked", True))
            (locked if shown_locked else unlocked).append(item.path)
        return "aoao", unlocked, locked

    def GetSecrets(self, path, paths, session):
        secrets = {}
        if session in self.sessions[: self.script.get("deaf", 0)]:
            return "a{o(oayays)}", dbus.Dictionary(signature="o(oayays)")
        for item in (self.items[p] for p in paths if p in self.items):
            if self.is_locked(item):
                if self.script.get("partlyLocked"):
                    raise Failure(ERROR + "IsLocked")
                continue
            secrets[item.path] = self.secret(session, item)
        return "a{o(oayays)}", secrets

    def secret(self, session, item):
        return (session, dbus.ByteArray(b""), dbus.ByteArray(item.value), item.content)

    def Unlock(self, path, paths):
        if self.script.get("unlock", "free") == "free":
            self.open(paths)
            return "aoo", paths, "/"
        return "aoo", [], self.ask(paths)

    def ask(self, work):
        prompt = f"{ROOT}/prompt/p{self.next()}"
        self.prompts[prompt] = work
        return prompt

    def open(self, paths):
        for path in paths:
            if path in self.items:
                self.items[path].locked = False
            else:
                self.collections[self.collection_of(path)]["locked"] = False
        return dbus.Array(paths, signature="o", variant_level=1)

    def Prompt(self, path, window):
        work = self.prompts[path]
        outcome = self.script["confirm" if callable(work) else "unlock"]
        if outcome == "done":
            result = work() if callable(work) else self.open(work)
            self.complete(path, False, result)
        elif outcome == "dismissed":
            self.complete(path, True)
        elif outcome == "elsewhere":
            GLib.timeout_add(50, lambda: bool(self.open(work)) and False)
        elif outcome == "gone":
            GLib.timeout_add(20, lambda: os._exit(1))
        return "",

    def Dismiss(self, path):
        self.complete(path, True)
        return "",

    def complete(self, path, dismissed, result=None):
        def send():
            signal = dbus.lowlevel.SignalMessage(path, PROMPT, "Completed")
            signal.append(dismissed, dbus.String("", variant_level=1) if result is None else result, signature="bv")
            self.bus.send_message(signal)
            return False

        GLib.idle_add(send)

    # Collection and Item

    def CreateItem(self, path, properties, secret, replace):
        name = self.collection_of(path + "/")
        if self.collections[name]["locked"]:
            raise Failure(ERROR + "IsLocked")
        attributes = dict(properties[ITEM + ".Attributes"])
        if self.script.get("adds"):
            attributes["Uuid"] = "1"
        value, content = self.take(secret)
        self.log.write(json.dumps(["Created", attributes]) + "\n")
        if "confirm" in self.script:
            return "oo", "/", self.ask(lambda: dbus.ObjectPath(
                self.add(name, attributes, value, content, "x"), variant_level=1))
        same = [i for i in self.matching(attributes) if self.collection_of(i.path) == name] if replace else []
        if same:
            same[0].value, same[0].content, same[0].attributes = value, content, attributes
            return "oo", same[0].path, "/"
        return "oo", self.add(name, attributes, value, content, str(properties[ITEM + ".Label"])), "/"

    def SetSecret(self, path, secret):
        item = self.item(path)
        if self.is_locked(item):
            raise Failure(ERROR + "IsLocked")
        item.value, item.content = self.take(secret)
        return "",

    def take(self, secret):
        value, content = bytes(secret[2]), str(secret[3])
        alter = self.script.get("alter")
        if alter == "all":
            return b"altered", content
        if content.lower().startswith("text/plain"):
            try:
                value.decode()
            except UnicodeDecodeError:
                if alter == "refuse":
                    raise Failure("org.freedesktop.DBus.Error.InvalidArgs") from None
                if alter == "text":
                    return value.decode(errors="replace").encode(), content
        return value, content

    def Delete(self, path):
        if self.is_locked(self.item(path)):
            raise Failure(ERROR + "IsLocked")
        if "confirm" in self.script:
            return "o", self.ask(lambda: self.items.pop(path) and None)
        if not self.script.get("keepDeleted"):
            del self.items[path]
        return "o", "/"

    def Get(self, path, interface, name):
        if interface == COLLECTION:
            collection = self.collection_of(path + "/")
            if collection not in self.collections:
                raise Failure(NO_OBJECT)
            value = {"Locked": self.collections[collection]["locked"], "Label": collection}[name]
        elif interface == ITEM:
            item = self.item(path)
            value = {"Locked": self.is_locked(item), "Label": item.label,
                     "Attributes": dbus.Dictionary(item.attributes, signature="ss")}[name]
        else:
            value = dbus.Array([self.collection_path(c) for c in self.collections], signature="o")
        return "v", value

    def GetAll(self, path, interface):
        if interface != ITEM:
            raise Failure("org.freedesktop.DBus.Error.UnknownMethod")
        names = "Locked", "Label", "Attributes"
        return "a{sv}", dbus.Dictionary({name: self.Get(path, interface, name)[1] for name in names}, signature="sv")

    def Set(self, path, interface, name, value):
        self.item(path).label = str(value)
        return "",

    # KWallet

    def isOpen(self, path, wallet):
        return "b", str(wallet) == self.script.get("wallet")

    # Calls

    def answer(self, bus, message):
        method = message.get_member()
        if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL or not hasattr(Fake, method):
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        arguments = message.get_args_list(byte_arrays=True)
        self.log.write(json.dumps([method, message.get_path(), repr(arguments)]) + "\n")
        self.log.flush()
        self.counts[method] = self.counts.get(method, 0) + 1
        if self.script.get("die", {}).get(method) == self.counts[method]:
            os._exit(1)
        if method in self.script.get("hang", []):
            return dbus.lowlevel.HANDLER_RESULT_HANDLED
        try:
            if method in self.script.get("fail", {}):
                raise Failure(self.script["fail"][method])
            if method in self.script.get("failFirst", {}) and self.counts[method] == 1:
                raise Failure(self.script["failFirst"][method])
            signature, *values = getattr(self, method)(message.get_path(), *arguments)
            reply = dbus.lowlevel.MethodReturnMessage(message)
            if signature:
                reply.append(*values, signature=signature)
        except Failure as failure:
            reply = dbus.lowlevel.ErrorMessage(message, failure.name, str(failure))
        bus.send_message(reply)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def serve(self):
        self.bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"],
                                          mainloop=dbus.mainloop.glib.DBusGMainLoop())
        self.bus.add_message_filter(self.answer)
        if "wallet" in self.script:
            self.bus.request_name("org.kde.kwalletd5")
        self.bus.request_name("org.freedesktop.secrets")
        GLib.MainLoop().run()


if __name__ == "__main__":
    with open(sys.argv[1]) as script, open(sys.argv[2], "a") as log:
        Fake(json.load(script), log).serve()
