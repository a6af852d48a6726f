// SPDX-License-Identifier: BSD-3-Clause
//
// The table of this layer's options. Names that SimGrid has keep SimGrid's meaning.
#include "libsmpi/tuning.h"

#include "libsmpi/memory/shared_memory.h"
#include "libsmpi/modeled/state.h"
#include "libsmpi/simulation.h"

namespace smpi {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"contexts/stack-size", number, "8192", "stack of a rank, in KiB"},
    {"smpi/simulate-computation", boolean, "yes",
     "turn the time spent between MPI calls into simulated computation"},
    {"smpi/host-speed", number, "20000",
     "flop/s of the machine that runs the simulation, to scale measured computation"},
    {"smpi/cpu-threshold", number, "1e-6",
     "computations shorter than this (seconds) are added up before they are injected"},
    {"smpi/async-small-thresh", number, "0",
     "messages below this size (bytes) travel before their receive is posted"},
    {"smpi/send-is-detached-thresh", number, "65536",
     "sends below this size (bytes) complete at once"},
    {"smpi/os", text, "0:0:0", "overhead of a blocking send: bytes:seconds:seconds per byte;..."},
    {"smpi/ois", text, "0:0:0", "overhead of a nonblocking send, as smpi/os"},
    {"smpi/or", text, "0:0:0", "overhead of a receive, as smpi/os"},
    {"smpi/init", number, "0", "seconds that MPI_Init takes"},
    {"smpi/test", number, "1e-7", "seconds that a failed MPI_Test takes"},
    {"smpi/iprobe", number, "1e-7", "seconds that a failed MPI_Iprobe takes"},
    {"smpi/wtime", number, "1e-8", "seconds that MPI_Wtime and the clock functions take"},
    {"smpi/grow-injected-times", boolean, "no",
     "let each failed test or probe in a row take longer than the one before"},
    {"smpi/privatization", text, "yes",
     "give each rank its own copy of the program's data: yes, clone, dlopen or no"},
    {"smpi/privatize-libs", text, "",
     "libraries of which each rank gets its own copy too: liba.so;libb.so"},
    {"smpi/errors-are-fatal", boolean, "yes",
     "the initial error handler of communicators ends the run (no: MPI_ERRORS_RETURN)"},
};

}  // namespace

std::span<const kernel::OptionSpec> library_options() { return table; }

void Simulation::declare_options(kernel::Options& options) {
  options.declare(models::Network::options());
  options.declare(models::Cpu::options());
  options.declare(library_options());
  options.declare(coll::Selector::options());
  options.declare(memory::options());
  options.declare(modeled::options());
}

Tuning load_tuning(const kernel::Options& options) {
  return {.simulate_computation = options.boolean("smpi/simulate-computation"),
          .cpu_threshold_s = options.number("smpi/cpu-threshold"),
          .host_speed_flops = options.number("smpi/host-speed"),
          .async_small_bytes = options.number("smpi/async-small-thresh"),
          .detached_bytes = options.number("smpi/send-is-detached-thresh"),
          .init_s = options.number("smpi/init"),
          .test_s = options.number("smpi/test"),
          .iprobe_s = options.number("smpi/iprobe"),
          .wtime_s = options.number("smpi/wtime"),
          .grow_injected_times = options.boolean("smpi/grow-injected-times"),
          .errors_are_fatal = options.boolean("smpi/errors-are-fatal")};
}

}  // namespace smpi
