// SPDX-License-Identifier: BSD-3-Clause
//
// Failures are followed one by one, on the clock of the scenario.
#include "libsmpi/run/launch/job_hosts.h"

#include <algorithm>
#include <limits>

namespace smpi::launch {
namespace {

// Of other hosts, while the job waits for its own: more than that is for ever.
constexpr std::uint64_t waiting_changes_max = 1'000'000;

}  // namespace

JobHosts::JobHosts(models::Platform platform, std::uint64_t seed,
                   const std::vector<models::HostId>& used, std::vector<models::HostId> spares)
    : states_(std::move(platform), seed), spares_(std::move(spares)) {
  for (const models::HostId host : used) {
    place_of_.try_emplace(host, host);
    follow(host);
  }
}

std::map<models::HostId, models::HostId> JobHosts::moved() const {
  std::map<models::HostId, models::HostId> moved;
  for (const auto& [host, place] : place_of_) {
    if (host != place) moved.emplace(place, host);
  }
  return moved;
}

void JobHosts::follow(models::HostId host) {
  if (!place_of_.contains(host)) return;
  if (states_.is_on(host)) {
    missing_.erase(host);
  } else {
    missing_.insert(host);
  }
}

std::optional<bool> JobHosts::advance(double until_s) {
  const auto changed = states_.advance(until_s);
  if (!changed) return std::nullopt;
  follow(*changed);
  return missing_.contains(*changed);
}

void JobHosts::replace_missing() {
  while (!missing_.empty()) {
    const auto spare =
        std::ranges::find_if(spares_, [&](models::HostId host) { return states_.is_on(host); });
    if (spare == spares_.end()) return;
    const models::HostId failed = *missing_.begin();
    const models::HostId host = *spare;
    spares_.erase(spare);
    spares_.push_back(failed);
    missing_.erase(failed);
    place_of_.emplace(host, place_of_.extract(failed).mapped());
    replaced_.emplace_back(failed, host);
    replacement_count_++;
  }
}

std::optional<double> JobHosts::next_start_s(double end_s, double delay_s) {
  replaced_.clear();
  while (advance(end_s)) {
  }
  replace_missing();
  double start_s = end_s + delay_s;
  for (std::uint64_t changes = 0; changes < waiting_changes_max; changes++) {
    const bool waits = !missing_.empty();
    const auto is_failure = advance(waits ? std::numeric_limits<double>::infinity() : start_s);
    is_at_rest_ = !is_failure && waits;
    if (!is_failure) return waits ? std::nullopt : std::optional(start_s);
    replace_missing();
    start_s = std::max(start_s, states_.now_s());
    if (!*is_failure) continue;
    start_s = std::max(start_s, states_.now_s() + delay_s);
    interruption_count_++;
  }
  return std::nullopt;
}

}  // namespace smpi::launch
