"""Runs one case: one.py MODULE CASE."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
getattr(__import__(sys.argv[1]), sys.argv[2])()
