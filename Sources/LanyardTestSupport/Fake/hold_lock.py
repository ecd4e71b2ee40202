#!/usr/bin/python3
"""usage: hold_lock.py FILE [COUNTER ROUNDS]

Takes the lock of FILE as another program would. Alone: says "held" and waits for the end of its input. With COUNTER: adds one
to the number in that file, ROUNDS times, under the lock each time.
"""
import fcntl
import os
import sys


def locked(path):
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def add_one(path):
    with open(path) as file:
        number = int(file.read())
    with open(path, "w") as file:
        file.write(str(number + 1))


if len(sys.argv) == 2:
    held = locked(sys.argv[1])
    print("held", flush=True)
    sys.stdin.read()
else:
    for _ in range(int(sys.argv[3])):
        held = locked(sys.argv[1])
        add_one(sys.argv[2])
        os.close(held)
