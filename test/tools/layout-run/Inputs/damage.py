"""Changes the first byte of each file of a directory, or cuts the file off."""

import pathlib
import sys

for file in pathlib.Path(sys.argv[1]).iterdir():
    contents = file.read_bytes()
    if sys.argv[2] == "flip":
        file.write_bytes(bytes([contents[0] ^ 1]) + contents[1:])
    else:
        file.write_bytes(contents[: len(contents) // 2])
