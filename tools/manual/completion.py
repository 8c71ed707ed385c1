# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the help of a tool as completion for bash and zsh.

Both complete names of options, their values, and the options of a pass, which
stand in one word:

    layout-opt a.mlir --layout-pipeline="target=nchw16c strategy=opt
"""

from __future__ import annotations

import re
from typing import Iterator

from help_text import Help, Option

_SAFE = re.compile(r"[\w.+-]+")


def _function(tool: str) -> str:
    return "_" + tool.replace("-", "_")


def _values(option: Option) -> list[str]:
    return [value for value in option.values if _SAFE.fullmatch(value)] if option.value else []


def _pass_values(option: Option) -> list[str]:
    """The values of an option of a pass; a switch is set or not."""
    return _values(option) if option.value else ["true", "false"]


# bash

# `word` is the word before the cursor without quotes, and `part` the end of it
# that is completed: readline replaces what follows the last `=`, or all that is
# in quotes, so the candidates begin with the rest of that.
_BASH = """\
# bash completion of @TOOL@, made from its --help
@FUNCTION@() {
  local text=${COMP_LINE:0:COMP_POINT} quote= start=0 i c
  for ((i = 0; i < ${#text}; ++i)); do
    c=${text:i:1}
    if [[ $quote ]]; then
      if [[ $c == "$quote" ]]; then quote=; fi
    elif [[ $c == [\\'\\"] ]]; then
      quote=$c
    elif [[ $c == ' ' ]]; then
      start=$((i + 1))
    fi
  done
  local word=${text:start} part key= candidates=
  word=${word//[\\'\\"]/}
  part=$word
  if [[ $word == -*=* ]]; then
    key=${word%%=*}
    part=${word#*=}
    @FUNCTION@_values "$key/"
    if [[ $candidates ]]; then
      part=${part##* }
      if [[ $part == *=* ]]; then
        key+=/${part%%=*}
        part=${part#*=}
        candidates=
      fi
    fi
    if [[ ! $candidates ]]; then @FUNCTION@_values "$key"; fi
  elif [[ $word == -* ]]; then
    @FUNCTION@_values ""
  fi
  COMPREPLY=()
  if [[ $candidates ]]; then
    local before=${2#[\\'\\"]}
    before=${before%"$part"}
    while IFS= read -r c; do
      COMPREPLY+=("$before$c")
    done < <(compgen -W "$candidates" -- "$part")
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
      compopt -o nospace 2>/dev/null
    fi
  fi
}

# Sets candidates to the names of options, for `option` to its values, for
# `option/` to the options of a pass, and for `option/name` to the values of one.
@FUNCTION@_values() {
  case $1 in
@CASES@
  esac
}

complete -o bashdefault -o default -F @FUNCTION@ @TOOL@
"""


def _bash_cases(text: Help) -> Iterator[tuple[str, list[str]]]:
    yield '""', [option.name + ("=" if option.value.startswith("=") else "") for option in text.options]
    for option in text.options:
        yield option.name, _values(option)
        yield f"{option.name}/", [f"{inner.name}=" for inner in option.options]
        for inner in option.options:
            yield f"{option.name}/{inner.name}", _pass_values(inner)


def bash_completion(text: Help) -> str:
    cases = [f'  {key}) candidates="{" ".join(words)}" ;;' for key, words in _bash_cases(text) if words]
    script = _BASH.replace("@FUNCTION@", _function(text.tool)).replace("@TOOL@", text.tool)
    return script.replace("@CASES@", "\n".join(cases))


# zsh


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _brackets(text: str) -> str:
    """Returns a description as it stands in brackets of a specification."""
    first = re.split(r"(?<=[.;:]) ", text)[0].rstrip(".;:")
    return "[" + re.sub(r"([\[\]\\:])", r"\\\1", first) + "]" if first else ""


def _action(values: list[str], takes_file: bool) -> str:
    if values and takes_file:
        return f"{{_alternative 'names:name:({' '.join(values)})' 'files:file:_files'}}"
    return f"({' '.join(values)})" if values else "_files"


def _zsh_pass(tool: str, option: Option) -> Iterator[str]:
    yield f"{_zsh_function(tool, option)}() {{"
    yield "  _values -s ' ' option \\"
    for inner in option.options:
        # zsh's _values takes a list, or the name of a function.
        action = _action(_pass_values(inner), takes_file=False)
        yield "    " + _quoted(f"{inner.name}{_brackets(inner.text)}:value:{action}") + " \\"
    yield "    && return 0"
    yield "}"
    yield ""


def _zsh_function(tool: str, option: Option) -> str:
    return _function(tool) + "_" + re.sub(r"\W", "_", option.name.lstrip("-"))


def _zsh_option(tool: str, option: Option) -> str:
    description = _brackets(option.text)
    if option.options:
        return f"{option.name}=-{description}::options:{_zsh_function(tool, option)}"
    if not option.value:
        return option.name + description
    separator = "=-" if "=" in option.value else ""
    optional = ":" if "[" in option.value else ""
    return f"{option.name}{separator}{description}{optional}:value:{_action(_values(option), option.takes_file)}"


def zsh_completion(text: Help) -> str:
    lines = [f"#compdef {text.tool}", f"# zsh completion of {text.tool}, made from its --help", ""]
    for option in text.options:
        if option.options:
            lines += _zsh_pass(text.tool, option)
    lines.append("_arguments -S : \\")
    lines += ["  " + _quoted("*" + _zsh_option(text.tool, option)) + " \\" for option in text.options]
    lines.append("  '*:file:_files'")
    return "\n".join(lines) + "\n"
