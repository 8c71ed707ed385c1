# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what layout-opt prints of several programs: JSON values one after the other."""

import json


def parse_all(text: str) -> list[dict]:
    """Returns the values, in order."""
    values, decoder, at = [], json.JSONDecoder(), 0
    while text[at:].strip():
        value, at = decoder.raw_decode(text, len(text) - len(text[at:].lstrip()))
        values.append(value)
    return values
