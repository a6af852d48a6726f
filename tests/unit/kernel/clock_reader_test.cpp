// SPDX-License-Identifier: BSD-3-Clause
//
// Another thread reads the simulated clock while the engine runs, as smpirun's progress line does.
// Built with ThreadSanitizer, which ends the program with status 66 when that is a race.
#include <atomic>
#include <cstdio>
#include <thread>

#include "kernel/engine.h"

int main() {
  constexpr int tick_count = 100000;
  smpi::kernel::Engine engine;
  std::atomic<bool> has_ended = false;
  bool goes_back = false;
  double last_s = 0;
  std::thread reader([&] {
    while (!has_ended) {
      const double now_s = engine.now_s();
      goes_back = goes_back || now_s < last_s;
      last_s = now_s;
    }
  });
  engine.spawn(
      [&] {
        for (int i = 0; i < tick_count; i++) engine.sleep(1);
      },
      nullptr);
  engine.run();
  has_ended = true;
  reader.join();
  std::printf("%s\n", goes_back ? "the clock went back" : "OK");
  return goes_back ? 1 : 0;
}
