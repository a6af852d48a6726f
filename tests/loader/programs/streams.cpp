// SPDX-License-Identifier: BSD-3-Clause
//
// std::cout and printf of a rank after freopen: both in the rank's own file, in their order.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "common.h"

int main(int argc, char** argv) {
  start(&argc, &argv);
  const std::string name = "cout." + std::to_string(rank);
  if (rank > 0) CHECK(std::freopen(name.c_str(), "w", stdout) != nullptr);
  if (rank > 0) std::cout << "one " << rank << "\n";
  meet();
  if (rank > 0) std::printf("two\n");
  meet();
  if (rank > 0) {
    std::cout << "three" << std::endl;
    std::stringstream written;
    written << std::ifstream(name).rdbuf();
    CHECK(written.str() == "one " + std::to_string(rank) + "\ntwo\nthree\n");
    std::remove(name.c_str());
  }
  return finish();
}
