/*===- Library.h - The function that compiled programs call -------*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Two libraries define it: liblayout_onednn by oneDNN, where that is         *|
|* installed, and liblayout_onednn_reference by loops.                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_EXAMPLES_ONEDNN_LIBRARY_H
#define LAYOUT_EXAMPLES_ONEDNN_LIBRARY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a primitive in the calling thread. `description` is the text that
   Description.h describes. `buffers` are the addresses of source, weights, the
   operands of binary post-ops in order, and output, all of type float. What
   cannot be computed ends the program with an error. */
/* NOLINTNEXTLINE(readability-identifier-naming): a name of C */
void layout_onednn_execute(const char *description, void *const *buffers);

#ifdef __cplusplus
}
#endif

#endif /* LAYOUT_EXAMPLES_ONEDNN_LIBRARY_H */
