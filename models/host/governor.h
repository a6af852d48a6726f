// SPDX-License-Identifier: BSD-3-Clause
//
// Who chooses the frequency of a host while it runs: the governors of Linux, as SimGrid's plug-in
// host_dvfs has them. Pstate 0 is the fastest.
//
//   performance    the fastest pstate
//   powersave      the slowest pstate
//   ondemand       the fastest pstate when the load is above 0.8, else the slowest
//   conservative   one pstate faster when the load is above 0.8, one slower when it is below 0.2
//   adagio         the slowest pstate that computes a task of an iteration before its message
//                  (adagio.h); the fastest outside of iterations
//
// Every `plugin/dvfs/sampling-rate` seconds a governor looks at the load since its last look, which
// is in cores: two busy cores of four are a load of 2. It looks for the first time after one such
// period: until then a host has the pstate that the platform says. Hosts may have properties with
// the names of the options.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "models/host/adagio.h"
#include "models/host/cpu.h"
#include "models/host/host_load.h"
#include "models/platform/platform.h"

namespace smpi::models {

class Governors {
 public:
  static std::span<const kernel::OptionSpec> options();
  // Do the options ask for governors? `plugin/dvfs:yes`, or any option that is not at its default.
  static bool are_wanted(const kernel::Options& options);
  // The name of a property of hosts that would need them, if there is one.
  static const char* unused_property(const Platform& platform);

  // All must outlive this object. Throws InputError for options and properties that are malformed
  // or name pstates that a host has not. REQUIRES: the engine's time is 0.
  Governors(kernel::Engine& engine, Platform& platform, Cpu& cpu, HostLoads& loads,
            const kernel::Options& options);
  ~Governors();
  Governors(const Governors&) = delete;
  Governors& operator=(const Governors&) = delete;

  // Must somebody tell adagio what happens?
  bool has_adagio() const { return adagio_ != nullptr; }
  Adagio& adagio() { return *adagio_; }

 private:
  enum class Kind : std::uint8_t { performance, powersave, ondemand, conservative, adagio };
  struct Governor {
    HostId host;
    Kind kind;
    std::uint32_t fastest;  // pstates that it stays between
    std::uint32_t slowest;
  };
  // Those that look at the same times.
  struct Round {
    double period_s;
    kernel::EventId event = kernel::no_event;
    std::vector<Governor> governors;
  };

  Governor make(HostId host, const kernel::Options& options) const;
  void add(const Governor& governor, double period_s);
  void look(std::uint32_t round);
  void schedule(std::uint32_t round);
  void update(const Governor& governor);

  kernel::Engine& engine_;
  Platform& platform_;
  Cpu& cpu_;
  HostLoads& loads_;
  std::vector<Round> rounds_;
  std::unique_ptr<Adagio> adagio_;  // nullptr: no host has it
};

}  // namespace smpi::models
