// SPDX-License-Identifier: BSD-3-Clause
//
// C++ objects with static and thread storage: constructed before main and on first use, destroyed
// at the end, in reverse order, per rank. Printed by each rank when it ends.
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "common.h"

namespace {

std::string& trail() {
  static auto* text = new std::string;
  return *text;
}

struct Noted {
  explicit Noted(const char* name_) : name(name_) { trail() += std::string("+") + name; }
  ~Noted() {
    trail() += std::string("-") + name;
    if (std::string(name) == "first") {
      std::ostringstream line;
      line << "rank " << rank << ": " << trail() << "\n";
      std::cout << line.str() << std::flush;
    }
  }
  const char* name;
};

Noted first("first");
Noted second("second");
thread_local Noted of_thread("thread");

Noted& local_static() {
  static Noted object("local");
  return object;
}

}  // namespace

int main(int argc, char** argv) {
  start(&argc, &argv);
  meet();
  if (rank == 1) local_static();
  meet();
  of_thread.name = "thread";
  meet();
  CHECK(std::string(second.name) == "second");
  return finish();
}
