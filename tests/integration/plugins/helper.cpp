// SPDX-License-Identifier: BSD-3-Clause
//
// A library that the plug-in needs. It uses the program too, so it is the rank's own as well.
extern "C" int add_to_program(int value);

namespace {
thread_local int mine = 40;
}

extern "C" int help(int value) {
  mine += value;
  return mine + add_to_program(0);
}
