# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory for the operands of compiled programs that this process calls."""

import ctypes

_ALIGNMENT = 64  # in bytes, as layout-run has it


def allocate(size: int) -> ctypes.Array:
    """Returns that many bytes, which are zero, at an aligned address."""
    memory = ctypes.create_string_buffer(size + 2 * _ALIGNMENT)
    return (ctypes.c_char * size).from_buffer(memory, -ctypes.addressof(memory) % _ALIGNMENT)
