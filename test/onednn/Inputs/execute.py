"""Executes a primitive of oneDNN without data: usage: execute.py LIBRARY DESCRIPTION."""

import ctypes
import sys

library, description = sys.argv[1:]
ctypes.CDLL(library).layout_onednn_execute(description.encode(), (ctypes.c_void_p * 3)())
