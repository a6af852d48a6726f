// SPDX-License-Identifier: BSD-3-Clause
//
// The second source file of the C++ test: what is inline must be the same object in both.
#include <stdexcept>

#include "shared.h"

int Counter::defined_elsewhere = 6;
static Counter constructed_before_main;  // makes Counter::count 4
static std::string text_object = "rank";

std::string& text() {
  return text_object;
}

void throw_from_other_file(int rank) {
  throw std::out_of_range("thrown by rank " + std::to_string(rank));
}

int change_all(int by) {
  inline_variable += by;
  inline_thread_local += by;
  Counter::count += by;
  Counter::defined_elsewhere += by;
  Holder<int>::value += by;
  function_static() += by;
  return inline_variable + inline_thread_local + Counter::count + Counter::defined_elsewhere +
         Holder<int>::value + function_static();
}
