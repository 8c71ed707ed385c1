# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds ops to a program, both as MLIR text and to the model of its layouts."""

import math
from collections.abc import Sequence

from plans.program import (
    Access,
    Atom,
    LayoutOption,
    Op,
    Port,
    Program,
    Value,
    map_text,
    order_of_atoms,
    root_layout_of,
    spelled,
)

_WIDTH = {"f16": 16, "f32": 32, "f64": 64}


def _index_map(dims: Sequence[Access], factors: Sequence[int]) -> str:
    def index(access: Access) -> str:
        sizes = [factors[factor] for factor in access.factors]
        terms = [f"d{factor} * {math.prod(sizes[i + 1 :])}" for i, factor in enumerate(access.factors)]
        return " + ".join(terms) or "0"

    names = ", ".join(f"d{factor}" for factor in range(len(factors)))
    return f"affine_map<({names}) -> ({', '.join(map(index, dims))})>"


class Writer(Program):
    """Adds ops to a program; each method returns the results of the op."""

    def argument(self, shape: Sequence[int], element: str = "f32") -> Value:
        value = self.new_value(shape, element)
        self.arguments.append(value)
        return value

    def _made_anew(self, shape: Sequence[int], element: str, right: str) -> Value:
        value = self.new_value(shape, element, is_free=True)
        self.values.remove(value)
        self.add_line(f"{value.name} = {right} : {value.type}")
        return value

    def empty(self, shape: Sequence[int], element: str) -> Value:
        return self._made_anew(shape, element, "tensor.empty()")

    def constant(self, shape: Sequence[int], element: str) -> Value:
        return self._made_anew(shape, element, "arith.constant dense<0.5>")

    def fill(self, shape: Sequence[int], element: str) -> Value:
        empty = self.empty(shape, element)
        value = self.new_value(shape, element, is_free=True)
        self.values.remove(value)
        self.add_line(f"{value.name}_c = arith.constant 0.0 : {element}")
        self.add_line(
            f"{value.name} = linalg.fill ins({value.name}_c : {element}) outs({empty.name} : {empty.type}) -> {value.type}"
        )
        return value

    def transform(self, source: Value, groups: Sequence[Sequence[Atom]]) -> Value:
        shape = tuple(math.prod(atom.extent for atom in atoms) for atoms in groups)
        order = order_of_atoms(source.shape, [atom for atoms in groups for atom in atoms])
        result = self.derive(source, shape, order)
        self.add_line(
            f"{result.name} = layout.layout_transform {source.name} by {map_text(source.shape, groups)} : {source.type} to {result.type}"
        )
        return result

    def transpose(self, source: Value, permutation: Sequence[int]) -> Value:
        """Adds a rewrite as an upstream op, for programs that layout-raise changes."""
        shape = [source.shape[dim] for dim in permutation]
        empty = self.empty(shape, source.element)
        result = self.derive(
            source, shape, order_of_atoms(source.shape, [Atom(dim, 1, source.shape[dim]) for dim in permutation])
        )
        self.add_line(
            f"{result.name} = linalg.transpose ins({source.name} : {source.type}) outs({empty.name} : {empty.type})"
            f" permutation = [{', '.join(map(str, permutation))}]"
        )
        return result

    def expand(self, source: Value, groups: Sequence[Sequence[int]]) -> Value:
        shape = [extent for group in groups for extent in group]
        result = self.derive(source, shape, bytes(range(source.size)))
        self.add_line(
            f"{result.name} = tensor.expand_shape {source.name} {self._reassociation(groups)} output_shape {shape}"
            f" : {source.type} into {result.type}"
        )
        return result

    def collapse(self, source: Value, groups: Sequence[Sequence[int]]) -> Value:
        """Adds a collapse; `groups` has the extents of the source's dims."""
        result = self.derive(source, [math.prod(group) for group in groups], bytes(range(source.size)))
        self.add_line(
            f"{result.name} = tensor.collapse_shape {source.name} {self._reassociation(groups)}"
            f" : {source.type} into {result.type}"
        )
        return result

    @staticmethod
    def _reassociation(groups: Sequence[Sequence[int]]) -> list[list[int]]:
        dims = iter(range(sum(map(len, groups))))
        return [[next(dims) for _ in group] for group in groups]

    def generic(
        self,
        factors: Sequence[int],
        reduced: Sequence[int],
        inputs: Sequence[tuple[Value, tuple[Access, ...]]],
        outs: Sequence[tuple[Value, tuple[Access, ...]]],
        is_frozen: bool = False,
    ) -> list[Value]:
        """Adds an op that sums up functions of its inputs; each result has the shape of an `outs`."""
        ports = [
            Port(value, dims, is_pinned=len(set(sum(named, ()))) < len(sum(named, ())))
            for value, dims in (*inputs, *outs)
            for named in [[access.factors for access in dims]]
        ]
        results = [self.new_value(value.shape, value.element) for value, _ in outs]
        ports += [Port(result, dims, True) for result, (_, dims) in zip(results, outs)]
        stands = is_frozen or not any(not port.is_pinned for port in ports)
        self.add_op(Op(ports) if stands else Op(ports, tuple(factors)))
        self._add_generic(factors, reduced, inputs, outs, results, is_frozen)
        return results

    def _add_generic(self, factors, reduced, inputs, outs, results, is_frozen) -> None:
        def operands(of):
            return f"({', '.join(value.name for value, _ in of)} : {', '.join(value.type for value, _ in of)})"

        maps = ", ".join(_index_map(dims, factors) for _, dims in (*inputs, *outs))
        kinds = ", ".join('"reduction"' if factor in reduced else '"parallel"' for factor in range(len(factors)))
        first = results[0].name
        left = f"{first}:{len(results)}" if len(results) > 1 else first
        types = ", ".join(result.type for result in results)
        self.add_line(
            f"{left} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
            f" ins{operands(inputs)} outs{operands(outs)}{' attrs = {layout.frozen}' if is_frozen else ''} {{"
        )
        blocks = [f"%i{index}: {value.element}" for index, (value, _) in enumerate(inputs)]
        blocks += [f"%o{index}: {value.element}" for index, (value, _) in enumerate(outs)]
        self.add_line(f"^bb0({', '.join(blocks)}):")
        for number, (value, dims) in enumerate(outs):
            self._add_body(number, value.element, inputs, bool(reduced))
        yields = ", ".join(f"%r{number}" for number in range(len(outs)))
        self.add_line(f"  linalg.yield {yields} : {', '.join(value.element for value, _ in outs)}")
        self.add_line(f"}} -> ({types})")
        if len(results) > 1:
            for index, result in enumerate(results):
                result.name = f"{first}#{index}"

    def _add_body(self, number: int, element: str, inputs, accumulates: bool) -> None:
        names = []
        for index, (value, _) in enumerate(inputs):
            name = f"%i{index}"
            if value.element != element:
                cast = "extf" if _WIDTH[value.element] < _WIDTH[element] else "truncf"
                self.add_line(f"  %c{number}_{index} = arith.{cast} {name} : {value.element} to {element}")
                name = f"%c{number}_{index}"
            names.append(name)
        # The first function maps 0, which padding holds, to 0, and the second one maps it to 1.
        function = "tanh" if (number + len(self.ops)) % 2 else "exp"
        self.add_line(f"  %e{number}_0 = math.{function} {names[0]} : {element}")
        for index, name in enumerate(names[1:], 1):
            self.add_line(f"  %e{number}_{index} = arith.addf %e{number}_{index - 1}, {name} : {element}")
        last = f"%e{number}_{len(names) - 1}"
        self.add_line(f"  %r{number} = arith.addf {last}, {f'%o{number}' if accumulates else last} : {element}")

    def matmul(
        self, a: Value, b: Value, out: Value, attributes: str, options: list[LayoutOption], is_preferred: bool = False
    ) -> Value:
        """Adds a matmul. If it only prefers its layout option, other orders are allowed in which it reads no operand
        transposed: blocks of rows or columns enclose blocks of the contracted dim. A constant may have any layout."""
        ports = [Port(a, spelled(0, 2)), Port(b, spelled(2, 1)), Port(out, spelled(0, 1))]
        result = self.new_value(out.shape, out.element)
        op = Op([*ports, Port(result, spelled(0, 1), True)], options=options)
        if is_preferred:
            forms = {0: "x*k*|x+k+x+k*", 1: "k*x*|x+k+x+k*|k+x+k+x+"}
            op.factors, op.letters = (*out.shape, a.shape[1]), "xxk"
            op.forms = {port: form for port, form in forms.items() if not ports[port].value.net.is_free}
        self.add_op(op)
        self.add_line(
            f"{result.name} = linalg.matmul {attributes} ins({a.name}, {b.name} : {a.type}, {b.type})"
            f" outs({out.name} : {out.type}) -> {result.type}"
        )
        return result

    def convolution(self, x: Value, w: Value, out: Value, attributes: str, options: list[LayoutOption]) -> Value:
        result = self.new_value(out.shape, out.element)
        ports = [Port(value, ()) for value in (x, w, out)] + [Port(result, (), True)]
        self.add_op(Op(ports, options=options))
        self.add_line(
            f"{result.name} = linalg.conv_2d_nchw_fchw {attributes} ins({x.name}, {w.name} : {x.type}, {w.type})"
            f" outs({out.name} : {out.type}) -> {result.type}"
        )
        return result

    def pooling(self, x: Value, kernel: tuple[int, int]) -> Value:
        """Adds a sum over windows of the last two of four dims."""
        shape = (*x.shape[:2], x.shape[2] - kernel[0] + 1, x.shape[3] - kernel[1] + 1)
        window, out = self.empty(kernel, x.element), self.fill(shape, x.element)
        result = self.new_value(shape, x.element)
        factors = (*shape, *kernel)
        windows = [
            Access((image if factors[image] != 1 else image + 2,), is_window=True) if size != 1 else Access()
            for image, size in ((2, x.shape[2]), (3, x.shape[3]))
        ]
        dims = spelled(0, 1, 2, 3)
        ports = [Port(x, (*spelled(0, 1), *windows)), Port(window, spelled(4, 5)), Port(out, dims)]
        self.add_op(Op([*ports, Port(result, dims, True)], factors, whole=frozenset((2, 3, 4, 5))))
        self.add_line(
            f"{result.name} = linalg.pooling_nchw_sum ins({x.name}, {window.name} : {x.type}, {window.type})"
            f" outs({out.name} : {out.type}) -> {result.type}"
        )
        return result

    def pad(self, x: Value, low: Sequence[int], high: Sequence[int]) -> Value:
        shape = tuple(l + size + h for l, size, h in zip(low, x.shape, high))
        result = self.new_value(shape, x.element)
        result.net.is_costly_to_pad = True
        dims = tuple(Access((dim,), l if l or h else None) for dim, (l, h) in enumerate(zip(low, high)))
        self.add_op(Op([Port(x, dims), Port(result, spelled(*range(len(shape))), True)], shape))
        names = ", ".join(f"%p{dim}: index" for dim in range(len(shape)))
        self.add_line(f"{result.name}_c = arith.constant 0.0 : {x.element}")
        self.add_line(f"{result.name} = tensor.pad {x.name} low{list(low)} high{list(high)} {{")
        self.add_line(f"^bb0({names}):")
        self.add_line(f"  tensor.yield {result.name}_c : {x.element}")
        self.add_line(f"}} : {x.type} to {result.type}")
        return result

    def pad_end(self, x: Value, shape: Sequence[int], content: str) -> Value:
        """Adds a layout.pad; ops that read the result may read `x` padded."""
        result = self.new_value(shape, x.element)
        self._add_resize(x, result, shape)
        result.net.is_costly_to_pad = root_layout_of(x, tuple(shape), bytes(range(result.size))) is None
        value = "poison" if content == "poison" else f"{content} : {x.element}"
        high = [large - small for large, small in zip(shape, x.shape)]
        self.add_line(
            f"{result.name} = layout.pad {x.name} low {[0] * len(shape)} high {high} value({value}) : {x.type} to {result.type}"
        )
        return result

    def crop_end(self, x: Value, shape: Sequence[int], content: str) -> Value:
        result = self.new_value(shape, x.element)
        self._add_resize(x, result, x.shape)
        self.add_line(
            f"{result.name} = layout.crop {x.name} offsets {[0] * len(shape)} sizes {list(shape)}"
            f" cropped({content} : {x.element}) : {x.type} to {result.type}"
        )
        return result

    def _add_resize(self, x: Value, result: Value, larger: Sequence[int]) -> None:
        dims = spelled(*range(len(larger)))
        self.add_op(Op([Port(x, dims), Port(result, dims, True)], tuple(larger), is_resize=True))

    def slice(self, x: Value, offsets: Sequence[int], sizes: Sequence[int]) -> Value:
        result = self.new_value(sizes, x.element)
        result.net.is_costly_to_pad = x.net.is_costly_to_pad
        dims = tuple(
            Access((dim,), offset if size != whole else None)
            for dim, (offset, size, whole) in enumerate(zip(offsets, sizes, x.shape))
        )
        self.add_op(Op([Port(x, spelled(*range(len(x.shape)))), Port(result, dims, True)], x.shape))
        ones = [1] * len(sizes)
        self.add_line(
            f"{result.name} = tensor.extract_slice {x.name}{list(offsets)} {list(sizes)} {ones} : {x.type} to {result.type}"
        )
        return result

    def concat(self, inputs: Sequence[Value], dim: int) -> Value:
        shape = list(inputs[0].shape)
        shape[dim] = sum(value.shape[dim] for value in inputs)
        ports, offset = [], 0
        for value in inputs:
            dims = list(spelled(*range(len(shape))))
            dims[dim] = Access((dim,), offset)
            offset += value.shape[dim]
            ports.append(Port(value, tuple(dims)))
        result = self.new_value(shape, inputs[0].element)
        result.net.is_costly_to_pad = any(value.net.is_costly_to_pad for value in inputs)
        self.add_op(Op([*ports, Port(result, spelled(*range(len(shape))), True)], tuple(shape)))
        names, types = (", ".join(of) for of in zip(*((value.name, value.type) for value in inputs)))
        self.add_line(f"{result.name} = tensor.concat dim({dim}) {names} : ({types}) -> {result.type}")
        return result
