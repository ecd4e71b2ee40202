#!/usr/bin/python3
"""A notification service that shows nothing; needs Debian's python3-dbus and python3-gi.

usage: notifications.py MODE LOG

MODE is "answer", "hang" (calls are never answered) or "refuse" (they are answered with an error).
LOG gets one JSON line per call of Notify: the application's name, icon, summary, body, actions, hints.
"""
import json
import os
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib


def serve(mode, log):
    bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"],
                                 mainloop=dbus.mainloop.glib.DBusGMainLoop())

    def answer(bus, message):
        if message.get_type() != dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL or message.get_member() != "Notify":
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        name, _, icon, summary, body, actions, hints, _ = message.get_args_list()
        assert message.get_signature() == "susssasa{sv}i"
        hints = {str(key): str(value) for key, value in hints.items()}
        log.write(json.dumps([name, icon, summary, body, list(actions), hints]) + "\n")
        log.flush()
        if mode == "answer":
            reply = dbus.lowlevel.MethodReturnMessage(message)
            reply.append(1, signature="u")
            bus.send_message(reply)
        if mode == "refuse":
            bus.send_message(dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.Failed", "scripted"))
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    bus.add_message_filter(answer)
    bus.request_name("org.freedesktop.Notifications")
    GLib.MainLoop().run()


if __name__ == "__main__":
    with open(sys.argv[2], "a") as file:
        serve(sys.argv[1], file)
