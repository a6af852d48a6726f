// SPDX-License-Identifier: BSD-3-Clause
//
// For builds without our wrappers: compiled without -fPIC, the executable has copies of variables
// of libc and libstdc++ of its own (std::cout, stderr, environ, optind).
#include <getopt.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <typeinfo>

#include "common.h"

inline int counter = 0;

int main(int argc, char** argv) {
  start(&argc, &argv);
  std::cout << "";
  fprintf(stderr, "%s", "");
  CHECK(environ != nullptr && getenv("PATH") != nullptr);
  setenv("SOME_RANK", std::to_string(rank).c_str(), 1);
  counter += rank;
  int seen = 0;
  while (getopt(argc, argv, "xy") != -1) {
    seen++;
    meet();
  }
  CHECK(seen == 2 && optind == 2);
  meet();
  CHECK(counter == rank);
  CHECK(std::string(getenv("SOME_RANK")) == std::to_string(rank));
  try {
    meet();
    throw rank;
  } catch (int value) {
    meet();
    CHECK(value == rank);
  }
  CHECK(typeid(counter) == typeid(int));
  std::cout << std::flush;
  return finish();
}
