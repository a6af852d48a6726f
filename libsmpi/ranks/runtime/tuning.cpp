// SPDX-License-Identifier: BSD-3-Clause
//
// The table of this layer's options. Names that SimGrid has keep SimGrid's meaning.
#include "libsmpi/ranks/runtime/tuning.h"

#include <fmt/format.h>

#include "libsmpi/ranks/runtime/stack_size.h"
#include "models/platform/units.h"

namespace smpi {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {stack_size_key, text, "8MiB", "stack of a rank (a bare number is in KiB)"},
    {"smpi/simulate-computation", boolean, "yes",
     "turn the time spent between MPI calls into simulated computation"},
    {"smpi/host-speed", text, "auto",
     "flop/s of the machine that runs the simulation, to scale measured computation; auto: on a "
     "short platform a second counts as a second, with a platform file this machine is measured"},
    {"smpi/cpu-threshold", text, "1e-6",
     "computations shorter than this (seconds) are added up before they are injected"},
    {"precision/timing", text, "1e-9",
     "where computation is measured, messages that start or end within this time (seconds) are "
     "taken together when bandwidth is shared out"},
    {"smpi/async-small-thresh", number, "0",
     "messages below this size (bytes) travel before their receive is posted (packets: as "
     "smpi/send-is-detached-thresh)"},
    {"smpi/send-is-detached-thresh", number, "65536",
     "sends below this size (bytes) complete at once"},
    {"smpi/pair-duplex", text, "full",
     "messages that wait for their receive, between the same two ranks in opposite directions: "
     "full "
     "(at once), half (in turns) or half:BYTES (in turns from that size on)"},
    {"smpi/socket-buffer", number, "0",
     "bytes that the sender's operating system takes over: a send that waits for its receive is "
     "complete when no more of its message than that is left; 0: when all of it has arrived"},
    {"smpi/os", text, "0:0:0", "overhead of a blocking send: bytes:seconds:seconds per byte;..."},
    {"smpi/ois", text, "0:0:0", "overhead of a nonblocking send, as smpi/os"},
    {"smpi/or", text, "0:0:0", "overhead of a receive, as smpi/os"},
    {"smpi/init", text, "0", "seconds that MPI_Init takes"},
    {"smpi/test", text, "1e-7", "seconds that a failed MPI_Test takes"},
    {"smpi/iprobe", text, "1e-7", "seconds that a failed MPI_Iprobe takes"},
    {"smpi/wtime", text, "1e-8", "seconds that MPI_Wtime and the clock functions take"},
    {"smpi/poll-power", number, "0",
     "share of a core that a rank inside MPI keeps busy, for the energy of its host"},
    {"smpi/grow-injected-times", text, "no",
     "let a test or probe cost more the more of them failed: yes (counted per rank), shared "
     "(counted for all ranks together, as SimGrid does) or no"},
    {"smpi/privatization", text, "yes",
     "give each rank its own copy of the program's data: yes, clone, dlopen or no"},
    {"smpi/clone-mappings", text, "auto",
     "memory mappings of a clone: separate (code is read-only), single (one writable mapping a "
     "rank, so that more ranks start), shared (one for several ranks) or auto (the first of these "
     "of which the system allows enough)"},
    {"smpi/privatize-libs", text, "",
     "libraries of which each rank gets its own copy too: liba.so;libb.so"},
    {"smpi/scale-collectives", number, "1",
     "factor of what messages inside collectives cost; 0: a collective ends when its inputs exist"},
    {"smpi/collapse", text, "no",
     "simulate calls of a known pattern of messages, such as HPL's pivot search in an overlay, as "
     "one step each: no (as messages of their ranks), exact (the same times for less work) or fast "
     "(times by formulas, for least work)"},
    {"smpi/errors-are-fatal", boolean, "yes",
     "the initial error handler of communicators ends the run (no: MPI_ERRORS_RETURN)"},
    {"smpi/barrier-finalization", boolean, "no", "MPI_Finalize begins with an MPI_Barrier"},
};

// The largest range of addresses that a process has.
constexpr double stack_bytes_max = 0x1p47;

double quantity(const kernel::Options& options, const char* key, models::Quantity kind) {
  const models::Parsed parsed =
      models::parse_quantity(options.text(key), kind, {.file = fmt::format("option {}", key)});
  // A negative threshold is SimGrid's way to say that every computation counts.
  if (parsed.value < 0 && std::string_view(key) != "smpi/cpu-threshold") {
    throw kernel::InputError(fmt::format("option {} cannot be negative", key),
                             {.text = options.text(key)});
  }
  return parsed.value;
}

double host_speed_flops(const kernel::Options& options) {
  constexpr const char* key = "smpi/host-speed";
  if (options.text(key) == "auto") return Tuning{}.host_speed_flops;
  const double speed_flops = quantity(options, key, models::Quantity::speed_flops);
  if (speed_flops > 0) return speed_flops;
  throw kernel::InputError(
      fmt::format("option {} needs a speed above 0", key),
      {.text = options.text(key),
       .hint = "with smpi/simulate-computation:no computation takes no simulated time"});
}

double poll_cores(const kernel::Options& options) {
  constexpr const char* key = "smpi/poll-power";
  const double share = options.number(key);
  if (share >= 0 && share <= 1) return share;
  throw kernel::InputError(fmt::format("option {} is a share from 0 to 1", key),
                           {.text = options.text(key)});
}

PollGrowth poll_growth(const kernel::Options& options) {
  constexpr const char* key = "smpi/grow-injected-times";
  const std::string& value = options.text(key);
  if (value == "shared") return PollGrowth::shared;
  bool grows = false;
  if (kernel::parse_boolean(value, grows)) return grows ? PollGrowth::per_rank : PollGrowth::none;
  throw kernel::InputError(fmt::format("{} is yes, shared or no", key), {.text = value});
}

Collapse collapse(const kernel::Options& options) {
  const std::string& value = options.text("smpi/collapse");
  // A link that fails under a message ends two MPI calls, which a collapsed exchange has not.
  const bool has_failures = options.text("network/on-failure") == "fail";
  if (value == "exact") return has_failures ? Collapse::none : Collapse::exact;
  if (value == "fast") return Collapse::fast;
  if (value == "no") return Collapse::none;
  throw kernel::InputError("smpi/collapse is no, exact or fast", {.text = value});
}

// Injected work starts messages at exactly the same times, so nothing needs to wait for others
// there.
double timing_precision_s(const kernel::Options& options) {
  constexpr const char* key = "precision/timing";
  const bool applies = options.boolean("smpi/simulate-computation") || options.is_set(key);
  return applies ? quantity(options, key, models::Quantity::time_s) : 0;
}

}  // namespace

std::size_t stack_size_bytes(const kernel::Options& options) {
  const std::string& text = options.text(stack_size_key);
  const double size_bytes =
      parse_stack_bytes(text, {.file = fmt::format("option {}", stack_size_key)});
  if (size_bytes < stack_bytes_min) {
    throw kernel::InputError("a stack needs at least 64 KiB",
                             {.text = text, .hint = stack_size_key});
  }
  if (size_bytes > stack_bytes_max) {
    throw kernel::InputError("no stack has room for so much",
                             {.text = text, .hint = stack_size_key});
  }
  return static_cast<std::size_t>(size_bytes);
}

std::span<const kernel::OptionSpec> library_options() {
  return table;
}

Tuning load_tuning(const kernel::Options& options) {
  return {.simulate_computation = options.boolean("smpi/simulate-computation"),
          .timing_precision_s = timing_precision_s(options),
          .cpu_threshold_s = quantity(options, "smpi/cpu-threshold", models::Quantity::time_s),
          .host_speed_flops = host_speed_flops(options),
          .async_small_bytes = options.number("smpi/async-small-thresh"),
          .detached_bytes = options.number("smpi/send-is-detached-thresh"),
          .init_s = quantity(options, "smpi/init", models::Quantity::time_s),
          .test_s = quantity(options, "smpi/test", models::Quantity::time_s),
          .iprobe_s = quantity(options, "smpi/iprobe", models::Quantity::time_s),
          .wtime_s = quantity(options, "smpi/wtime", models::Quantity::time_s),
          .poll_cores = poll_cores(options),
          .poll_growth = poll_growth(options),
          .collapse = collapse(options),
          .errors_are_fatal = options.boolean("smpi/errors-are-fatal")};
}

}  // namespace smpi
