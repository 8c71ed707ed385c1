"""Prints NumPy files for FileCheck, and makes damaged copies of them.

usage: npy.py print FILE
       npy.py truncate FILE COPY       drops the last 4 bytes
       npy.py set-fortran-order FILE COPY
       npy.py set-shape FILE COPY SHAPE      the header keeps its size

`print` writes the magic string and version, the header, where the elements
begin, and the bytes of the elements in hexadecimal.
"""

import re
import sys


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def print_file(data):
    header_size = int.from_bytes(data[8:10], "little")
    begin = 10 + header_size
    header = data[10:begin].decode("ascii")
    print("prefix:", data[:8].hex(" "))
    print("header:", header.rstrip(" \n"))
    print("header ends with a newline:", header.endswith("\n"))
    print("elements begin at:", begin)
    print("elements:", data[begin:].hex(" "))


def set_shape(data, shape):
    begin = 10 + int.from_bytes(data[8:10], "little")
    header = re.sub(rb"\(.*\)", shape, data[10:begin]).rstrip()
    return data[:10] + header.ljust(begin - 11) + b"\n" + data[begin:]


def main():
    command, name, *copy = sys.argv[1:]
    data = read(name)
    if command == "print":
        print_file(data)
    elif command == "truncate":
        write(copy[0], data[:-4])
    elif command == "set-fortran-order":
        write(copy[0], data.replace(b"False", b"True "))
    elif command == "set-shape":
        write(copy[0], set_shape(data, copy[1].encode("ascii")))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
