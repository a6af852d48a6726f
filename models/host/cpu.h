// SPDX-License-Identifier: BSD-3-Clause
//
// Computations on hosts (MODELS 5): n executions on c cores of speed v; with n <= c each runs at v
// and no solver is called, else all share c*v equally.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "models/platform/platform.h"

namespace smpi::models {

using ExecutionId = std::uint32_t;

class Cpu {
 public:
  Cpu(kernel::Engine& engine, Platform& platform, const kernel::Options& options);
  ~Cpu();

  // Starts `flops` operations on one core of `host`; done(owner, argument) is called at the end.
  ExecutionId start(HostId host, double flops, kernel::EventHandler done, void* owner,
                    std::uint32_t argument);
  void cancel(ExecutionId execution);
  // Runs `flops` on `host` for the running actor: returns when they are done.
  void execute(HostId host, double flops);

  // Changes the frequency of a host; running executions go on at the new speed.
  void set_pstate(HostId host, std::uint32_t pstate);
  // Called by whoever changes availability or state of a host in the platform.
  void host_changed(HostId host);
  // Flop/s used now; `used / (core_count * speed)` is the load.
  double used_flops(HostId host) const;
  // Calls observer(owner, host) at every change of a host's load, pstate or state (energy, traces).
  void add_load_observer(kernel::EventHandler observer, void* owner);
  // A host that has work and no speed.
  struct StandingHost {
    HostId host;
    double since_s;  // when it stopped; 0: it never ran
  };
  // In the order of the hosts. Looks at all of them.
  std::vector<StandingHost> standing_hosts() const;
  static std::span<const kernel::OptionSpec> options();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::models
