// SPDX-License-Identifier: BSD-3-Clause
//
// What AddressSanitizer and UBSan are told when libsmpi is built with them (preset asan).
//
// AddressSanitizer's run-time library wants to be the first of a process. Here libsmpi is: its
// functions replace libc's, and what they pass on goes to the sanitizer's next and to libc last.
// All the sanitizer needs is to come before libc, which wrappers/CMakeLists.txt sees to.
//
// Leaks are not looked for. A rank ends as a process does, with its memory still allocated, and
// the stacks of contexts and the data of clones, where pointers to live memory are, are none of
// the roots that LeakSanitizer knows.
//
// Nor are uses of locals after their function returned: those would live in frames on the heap, and
// contexts that end without unwinding would never give theirs back.
//
// An error ends with abort, so the crash report says which rank made it and when.

#define SMPI_DEFAULT_OPTIONS extern "C" __attribute__((visibility("default"))) const char*

SMPI_DEFAULT_OPTIONS __asan_default_options() {
  return "verify_asan_link_order=0:detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1";
}

SMPI_DEFAULT_OPTIONS __ubsan_default_options() {
  return "print_stacktrace=1:abort_on_error=1";
}
