// SPDX-License-Identifier: BSD-3-Clause
//
// Which options may change while a run goes on is a table: those that are read at each use.
#include "libsmpi/run/futures/changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_routines.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/cost/modeled/overlay/overlays.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/tuning.h"
#include "models/readers/scenario.h"

namespace smpi::futures {
namespace {

using Target = models::Platform::TimedProfile::Target;
using models::Platform;

struct Changeable {
  std::string_view key;
  void (*apply)(Simulation& simulation, const Tuning& tuning, const kernel::Options& options);
};

constexpr std::array changeable = std::to_array<Changeable>({
    {"smpi/test", [](Simulation& simulation, const Tuning& tuning,
                     const kernel::Options&) { simulation.tuning.test_s = tuning.test_s; }},
    {"smpi/iprobe", [](Simulation& simulation, const Tuning& tuning,
                       const kernel::Options&) { simulation.tuning.iprobe_s = tuning.iprobe_s; }},
    {"smpi/wtime", [](Simulation& simulation, const Tuning& tuning,
                      const kernel::Options&) { simulation.tuning.wtime_s = tuning.wtime_s; }},
    {"smpi/async-small-thresh",
     [](Simulation& simulation, const Tuning& tuning, const kernel::Options&) {
       simulation.tuning.async_small_bytes = tuning.async_small_bytes;
     }},
    {"smpi/send-is-detached-thresh",
     [](Simulation& simulation, const Tuning& tuning, const kernel::Options&) {
       simulation.tuning.detached_bytes = tuning.detached_bytes;
     }},
});

const Changeable* find_changeable(std::string_view key) {
  const auto* const found = std::ranges::find(changeable, key, &Changeable::key);
  return found == changeable.end() ? nullptr : found;
}

std::string_view key_of(std::string_view setting) {
  return setting.substr(0, setting.find(':'));
}

// nullptr: nothing models this function.
modeled::KernelCost* find_cost(Simulation& simulation, std::string_view function) {
  modeled::State& state = *simulation.modeled;
  const auto routines = modeled::blas_routines();
  for (std::size_t i = 0; i < state.blas.size(); i++) {
    if (routines[i].name == function) return &state.blas[i];
  }
  return state.overlays == nullptr ? nullptr : state.overlays->find_cost(function);
}

void require_kernels_of(const Plan& plan, const Future& parent, Simulation& simulation) {
  for (const Future& future : parent.futures) {
    for (const auto& [function, factor] : future.kernels) {
      if (find_cost(simulation, function) != nullptr) continue;
      throw kernel::InputError(
          "nothing models this function",
          {.file = plan.path,
           .line = future.line,
           .text = function,
           .hint = "kernels are functions of an --overlay or of --blas=modeled"});
    }
    require_kernels_of(plan, future, simulation);
  }
}

void add_factor(Target target, std::size_t count, double factor,
                std::vector<Platform::TimedProfile>& profiles) {
  if (factor == 1) return;
  for (std::uint32_t id = 0; id < count; id++) {
    profiles.push_back({target, id, {{{0, factor}}, 0}, true});
  }
}

class Preparation {
 public:
  Preparation(const Plan& plan, Platform& platform, const kernel::Options& options)
      : plan_(plan), platform_(platform), options_(options) {}

  Changes prepare() {
    prepare_all(plan_.root);
    return std::move(changes_);
  }

 private:
  void prepare_all(const Future& parent) {
    for (const Future& future : parent.futures) {
      changes_.emplace(&future, prepare_one(future));
      if (future.split) prepare_all(future);
    }
  }

  Change prepare_one(const Future& future) {
    Change change{.profiles = read_scenario(future), .options = options_};
    add_pstate(future, change.profiles);
    for (const std::string& setting : future.settings) set(future, setting, change.options);
    return change;
  }

  std::vector<Platform::TimedProfile> read_scenario(const Future& future) {
    if (future.scenario.empty()) return {};
    const auto first = static_cast<std::ptrdiff_t>(platform_.profiles.size());
    const auto restart =
        models::add_scenario(future.scenario, platform_, modeled::run_seed(options_));
    if (restart) {
      throw kernel::InputError(
          "a future is not started again",
          {.file = future.scenario, .line = restart->line, .text = "[restart]"});
    }
    const auto begin = platform_.profiles.begin() + first;
    std::vector<Platform::TimedProfile> read(std::make_move_iterator(begin),
                                             std::make_move_iterator(platform_.profiles.end()));
    platform_.profiles.erase(begin, platform_.profiles.end());
    expect_failures(read);
    return read;
  }

  // A profile that never says anything: what goes around links that are off is there from the
  // start, as in a run with that scenario.
  void expect_failures(const std::vector<Platform::TimedProfile>& read) {
    const auto found = std::ranges::find(read, Target::link_state, &Platform::TimedProfile::target);
    if (found == read.end()) return;
    platform_.profiles.push_back({Target::link_state, found->id, {}});
  }

  void add_pstate(const Future& future, std::vector<Platform::TimedProfile>& profiles) const {
    if (!future.pstate) return;
    for (std::uint32_t host = 0; host < platform_.hosts.count(); host++) {
      const std::size_t count = platform_.hosts.pstate_speed_flops[host].size();
      if (*future.pstate >= count) {
        throw kernel::InputError(
            fmt::format("host {} has pstates 0 to {}", platform_.hosts.name[host], count - 1),
            where(future, fmt::format("pstate = {}", *future.pstate)));
      }
      profiles.push_back(
          {Target::host_pstate, host, {{{0, static_cast<double>(*future.pstate)}}, 0}});
    }
  }

  void set(const Future& future, const std::string& setting, kernel::Options& options) const {
    const std::string_view key = key_of(setting);
    if (find_changeable(key) == nullptr) {
      std::vector<std::string_view> keys;
      for (const Changeable& each : changeable) keys.push_back(each.key);
      kernel::InputError::Where at = where(future, setting);
      at.hint =
          kernel::did_you_mean(key, keys, fmt::format("these may: {}", fmt::join(keys, ", ")));
      throw kernel::InputError("an option that may not change while a run goes on", at);
    }
    if (setting.find(':') == std::string::npos) {
      throw kernel::InputError("an option without a value", where(future, setting));
    }
    try {
      options.set(key, std::string_view(setting).substr(key.size() + 1));
      load_tuning(options);
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(error.what(), where(future, setting));
    }
  }

  kernel::InputError::Where where(const Future& future, std::string text) const {
    return {.file = plan_.path, .line = future.line, .text = std::move(text)};
  }

  const Plan& plan_;
  Platform& platform_;
  const kernel::Options& options_;
  Changes changes_;
};

}  // namespace

void Change::apply(const Future& future, Simulation& simulation, double from_s) {
  // Of all links, those that the network has added included.
  const Platform& platform = simulation.platform;
  add_factor(Target::link_bandwidth, platform.links.count(), future.machine.bandwidth_factor,
             profiles);
  add_factor(Target::link_latency, platform.links.count(), future.machine.latency_factor, profiles);
  add_factor(Target::host_availability, platform.hosts.count(), future.machine.speed_factor,
             profiles);
  simulation.machine->add_profiles(std::move(profiles), from_s);
  const Tuning tuning = load_tuning(options);
  for (const std::string& setting : future.settings) {
    find_changeable(key_of(setting))->apply(simulation, tuning, options);
  }
  for (const auto& [function, factor] : future.kernels) {
    find_cost(simulation, function)->scale(factor);
  }
}

Changes prepare_changes(const Plan& plan, models::Platform& platform,
                        const kernel::Options& options) {
  return Preparation(plan, platform, options).prepare();
}

void require_kernels(const Plan& plan, Simulation& simulation) {
  require_kernels_of(plan, plan.root, simulation);
}

}  // namespace smpi::futures
