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
     "time until a failed host ends the job, such as 30s"},
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

std::string list(const std::vector<const Rank*>& ranks) {
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
  end_ranks(host);
  if (!aborts_ || is_aborting_ || failures_.empty()) return;
  is_aborting_ = true;
  simulation_.engine.events().schedule(
      simulation_.engine.now_s() + detection_s_, kernel::Priority::timer,
      [](void* self, std::uint32_t) { static_cast<HostFailures*>(self)->abort_job(); }, this, 0);
}

// Its threads and the library's own strands end with it.
void HostFailures::end_ranks(models::HostId host) {
  std::vector<const Rank*> lost;
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
  if (lost.empty()) return;
  if (simulation_.first_failed_status == 0) simulation_.first_failed_status = exit_status;
  failures_.push_back({host, simulation_.engine.now_s(), std::move(lost)});
}

void HostFailures::abort_job() {
  if (simulation_.early_end.why == EarlyEnd::Why::none) {
    simulation_.early_end = {
        .why = EarlyEnd::Why::aborted, .exit_status = exit_status, .report = report()};
  }
  simulation_.engine.stop();
}

void HostFailures::run_ended() {
  if (aborts_ && !failures_.empty() && simulation_.early_end.why == EarlyEnd::Why::none)
    abort_job();
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
