# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs whose cheapest plan is found by trying every layout."""
