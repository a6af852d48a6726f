// SPDX-License-Identifier: BSD-3-Clause
//
// The end of ranks whose host is off, and the report of the job's end.
#include "libsmpi/doors/assembly/host_failures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/consensus.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/units.h"

namespace smpi {
namespace {

constexpr const char* reaction_key = "smpi/on-host-failure";
constexpr const char* detection_key = "smpi/failure-detection";

constexpr std::array<kernel::OptionSpec, 2> table = {{
    {reaction_key, kernel::OptionKind::text, "abort",
     "abort or hang: the job ends when a host with ranks fails, or the other ranks wait"},
    {detection_key, kernel::OptionKind::text, "0",
     "time until the failure of a host is known, such as 30s"},
}};

bool parse_reaction(const kernel::Options& options) {
  static constexpr std::array<std::string_view, 2> words = {"abort", "hang"};
  const std::string& text = options.text(reaction_key);
  if (std::find(words.begin(), words.end(), text) == words.end()) {
    throw kernel::InputError(fmt::format("option {} is abort or hang", reaction_key),
                             {.text = text, .hint = kernel::did_you_mean(text, words)});
  }
  return text == words[0];
}

double parse_detection_s(const kernel::Options& options) {
  const std::string& text = options.text(detection_key);
  const double duration_s =
      models::parse_quantity(text, models::Quantity::time_s,
                             {.file = fmt::format("option {}", detection_key)})
          .value;
  if (duration_s < 0) {
    throw kernel::InputError(fmt::format("option {} cannot be negative", detection_key),
                             {.text = text});
  }
  return duration_s;
}

std::string list(const std::vector<Rank*>& ranks) {
  constexpr std::size_t shown_max = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(ranks.size(), shown_max); i++) {
    names.push_back(number_of(*ranks[i]));
  }
  return fmt::format(
      "{} {}{}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(names, ", "),
      ranks.size() > shown_max ? fmt::format(" and {} more", ranks.size() - shown_max) : "");
}

}  // namespace

HostFailures::HostFailures(Simulation& simulation, const kernel::Options& options)
    : simulation_(simulation),
      detection_s_(parse_detection_s(options)),
      aborts_(parse_reaction(options)) {}

std::span<const kernel::OptionSpec> HostFailures::options() {
  return table;
}

void HostFailures::look_at_all() {
  const std::vector<std::uint8_t>& is_on = simulation_.platform.hosts.is_on;
  for (models::HostId host = 0; host < is_on.size(); host++) {
    if (is_on[host] == 0) host_changed(host);
  }
}

void HostFailures::host_changed(models::HostId host) {
  if (simulation_.platform.hosts.is_on[host] != 0) return;
  if (!end_ranks(host) || !aborts_) return;
  Failure& failure = failures_.back();
  failure.is_survivable = is_survivable(failure);
  p2p::lose_processes(simulation_, failure.ranks);
  simulation_.engine.events().schedule(
      simulation_.engine.now_s() + detection_s_, kernel::Priority::timer,
      [](void* argument, std::uint32_t index) {
        auto& self = *static_cast<HostFailures*>(argument);
        self.detect(self.failures_[index]);
      },
      this, static_cast<std::uint32_t>(failures_.size() - 1));
}

void HostFailures::detect(Failure& failure) {
  if (!failure.is_survivable && !is_survivable(failure)) return abort_job();
  failure.is_known = true;
  p2p::announce_failures(simulation_, failure.ranks);
  comm::look_at_consensuses(simulation_);
  rma::release_locks_of_failed(simulation_);
}

// Does a rank that goes on have a communicator with a lost one and a handler that returns?
bool HostFailures::is_survivable(const Failure& failure) const {
  bool is = false;
  const auto look = [&](const Communicator& communicator) {
    const Rank& owner = communicator.owner();
    if (is || owner.phase == Phase::ended || communicator.errhandler->ends_run()) return;
    is = std::any_of(failure.ranks.begin(), failure.ranks.end(), [&](const Rank* lost) {
      return communicator.group().contains(lost->process) ||
             communicator.remote_group().contains(lost->process);
    });
  };
  simulation_.handles.communicators.for_each(look);
  for (const Rank* rank : simulation_.ranks) {
    if (rank->world != nullptr) look(*rank->world);
  }
  return is;
}

// Its threads and the library's own strands end with it.
bool HostFailures::end_ranks(models::HostId host) {
  std::vector<Rank*> lost;
  for (Rank* rank : simulation_.ranks) {
    if (rank->host != host || rank->phase == Phase::ended) continue;
    rank->phase = Phase::ended;
    rank->lost_host = true;
    rank->end_s = simulation_.engine.now_s();
    simulation_.engine.abandon_owned(
        [](void* owner, const void* ended) {
          return owner != nullptr && static_cast<Strand*>(owner)->rank == ended;
        },
        rank);
    lost.push_back(rank);
  }
  if (lost.empty()) return false;
  if (!aborts_ && simulation_.first_failed_status == 0)
    simulation_.first_failed_status = exit_status;
  failures_.push_back({.host = host, .at_s = simulation_.engine.now_s(), .ranks = std::move(lost)});
  return true;
}

void HostFailures::abort_job() {
  if (simulation_.early_end.why == EarlyEnd::Why::none) {
    simulation_.early_end = {
        .why = EarlyEnd::Why::aborted, .exit_status = exit_status, .report = report()};
  }
  simulation_.engine.stop();
}

void HostFailures::run_ended() {
  if (!aborts_ || simulation_.early_end.why != EarlyEnd::Why::none) return;
  const bool is_lost = std::any_of(failures_.begin(), failures_.end(), [](const Failure& one) {
    return !one.is_known && !one.is_survivable;
  });
  if (is_lost) abort_job();
}

std::string HostFailures::report() const {
  std::string text;
  for (const Failure& failure : failures_) {
    text += fmt::format("host {} failed at {:.9g} s and ended {}\n",
                        simulation_.platform.hosts.name[failure.host], failure.at_s,
                        list(failure.ranks));
  }
  const double now_s = simulation_.engine.now_s();
  double work_s = 0;
  for (const Rank* rank : simulation_.ranks) {
    work_s += rank->phase == Phase::ended ? rank->end_s : now_s;
  }
  text += fmt::format("  the job is aborted at {:.9g} s: {:.6g} rank-seconds of work are lost",
                      now_s, work_s);
  const models::Energy& energy = simulation_.machine->energy();
  if (energy.is_measured()) {
    text += fmt::format(", {:.6g} J", energy.total_energy_j());
  }
  return text;
}

}  // namespace smpi
