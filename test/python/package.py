"""The package layout_mlir with the library and the tools of the build that is tested."""

import importlib.util
import os
import unittest

from build_tools import BUILD

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ["PATH"] = os.pathsep.join([os.path.join(BUILD, "bin"), os.environ["PATH"]])

_reason = None
if os.path.basename(BUILD) == "asan":
    _reason = "Python cannot load a library with AddressSanitizer"
elif importlib.util.find_spec("numpy") is None:
    _reason = "NumPy is not installed for this Python"

requires_package = unittest.skipIf(_reason, _reason)
