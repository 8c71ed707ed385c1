# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a function that moves its arguments by random digit maps.

usage: digit_maps.py SEED COUNT

Every argument is cut into digits, which are shuffled or rotated, dealt out to new dims among which some are unit dims,
and written by a linalg.generic in scatter form.
"""

import math
import random
import sys


def prime_factors(number):
    factors = []
    for prime in range(2, number + 1):
        while number % prime == 0:
            factors.append(prime)
            number //= prime
    return factors


def cut(dim, size, rng):
    """The digits (dim, stride, extent) of a dim, major to minor; one whole digit half of the time."""
    extents = prime_factors(size)
    rng.shuffle(extents)
    if rng.random() < 0.5:
        extents = [size] if size > 1 else []
    digits, stride = [], size
    for extent in extents:
        stride //= extent
        digits.append((dim, stride, extent))
    return digits


def deal(digits, rng):
    """Lists of digits, one for each new dim."""
    lists = []
    for digit in digits:
        if lists and rng.random() < 0.4:
            lists[-1].append(digit)
        else:
            lists.append([digit])
    for _ in range(rng.choice((0, 0, 1, 2))):
        lists.insert(rng.randint(0, len(lists)), [])
    return lists


def expression(digits):
    terms, weight = [], 1
    for dim, stride, extent in reversed(digits):
        terms.append(f"((d{dim} floordiv {stride}) mod {extent}) * {weight}")
        weight *= extent
    return " + ".join(reversed(terms)) or "0"


def tensor(shape):
    return f"tensor<{''.join(f'{size}x' for size in shape)}i8>"


def scatter(index, rng):
    """Argument type, result type and lines of one rewrite."""
    shape = [rng.choice((1, 1, 2, 3, 4, 6, 8, 12)) for _ in range(rng.randint(1, 5))]
    digits = [digit for dim, size in enumerate(shape) for digit in cut(dim, size, rng)]
    order = rng.random()
    if order < 0.7:
        rng.shuffle(digits)
    elif order < 0.85:
        start = rng.randrange(len(digits) + 1)
        digits = digits[start:] + digits[:start]
    lists = deal(digits, rng)
    source, result = tensor(shape), tensor([math.prod(digit[2] for digit in digits) for digits in lists])
    dims = ", ".join(f"d{dim}" for dim in range(len(shape)))
    write = ", ".join(map(expression, lists))
    loops = ", ".join(['"parallel"'] * len(shape))
    return (
        source,
        result,
        f"""  %empty{index} = tensor.empty() : {result}
  %{index} = linalg.generic {{
      indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({write})>],
      iterator_types = [{loops}]}}
      ins(%arg{index} : {source}) outs(%empty{index} : {result}) {{
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }} -> {result}
""",
    )


def main():
    rng, count = random.Random(int(sys.argv[1])), int(sys.argv[2])
    sources, results, lines = zip(*(scatter(index, rng) for index in range(count)))
    arguments = ", ".join(f"%arg{index}: {source}" for index, source in enumerate(sources))
    values = ", ".join(f"%{index}" for index in range(count))
    print(f"func.func @main({arguments}) -> ({', '.join(results)}) {{")
    print("".join(lines), end="")
    print(f"  return {values} : {', '.join(results)}\n}}")


main()
