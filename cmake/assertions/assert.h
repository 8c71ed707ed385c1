/*===- assert.h - Assertions in spite of NDEBUG ----------------*- C -*-======*\
|*
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* With LAYOUT_ENABLE_ASSERTIONS this header takes the place of the system's.
 * NDEBUG must stay defined, because the distribution's LLVM is built with it
 * and classes of MLIR have other members without it. This `assert` does not ask
 * for NDEBUG, so the assertions in our sources and in LLVM's headers are live.
 */

#ifdef __cplusplus
extern "C" {
#endif
void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn, nothrow));
#ifdef __cplusplus
}
#endif

#undef assert
#ifdef LAYOUT_NO_ASSERTIONS
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                      \
  ((condition) ? (void)0                                                       \
               : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
#if !defined(__cplusplus) && !defined(static_assert)
#define static_assert _Static_assert
#endif
