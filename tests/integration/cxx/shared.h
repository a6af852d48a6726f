// SPDX-License-Identifier: BSD-3-Clause
//
// State of every kind that C++ can share between two source files; each must be one per rank.
#pragma once

#include <string>

inline int inline_variable = 1;
inline thread_local int inline_thread_local = 2;

struct Counter {
  static inline int count = 3;
  static int defined_elsewhere;
  Counter() { count++; }
};

template <class T>
struct Holder {
  static T value;
};
template <class T>
T Holder<T>::value = T(4);

inline int& function_static() {
  static int value = 5;
  return value;
}

std::string& text();  // constructed at start-up, in the other file
void throw_from_other_file(int rank);
int change_all(int by);  // adds to each from the other file; returns the sum of all
