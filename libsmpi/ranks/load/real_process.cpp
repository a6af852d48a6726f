// SPDX-License-Identifier: BSD-3-Clause
//
// The getpid that our own hides.
#include "libsmpi/ranks/load/real_process.h"

#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

constinit pid_t simulating_process_id = 0;

}  // namespace

SMPI_CALLED_EARLY pid_t real_process_id() {
  static auto* const next = next_function<pid_t()>("getpid");
  return next();
}

void note_simulating_process() {
  simulating_process_id = real_process_id();
}

bool in_simulating_process() {
  return real_process_id() == simulating_process_id;
}

}  // namespace smpi::load
