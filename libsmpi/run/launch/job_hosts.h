// SPDX-License-Identifier: BSD-3-Clause
//
// The hosts of a job that starts again after failures: which of them spare hosts replace, and when
// all are on.
//
// A spare host takes the place of a failed one as soon as the failure is known, if it is on itself.
// The failed one becomes a spare, for when it is on again. Without a spare the job waits for
// either.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/host/host_states.h"

namespace smpi::launch {

class JobHosts {
 public:
  // `used`: hosts of ranks, which may repeat. No spare is one of them.
  JobHosts(models::Platform platform, std::uint64_t seed, const std::vector<models::HostId>& used,
           std::vector<models::HostId> spares);

  // When the job can start that ended at `end_s` and is started `delay_s` later; a failure of one
  // of its hosts until then begins the delay again. nullopt: its hosts never come back.
  std::optional<double> next_start_s(double end_s, double delay_s);

  // By host of a rank, the host that has its place now; those that kept theirs are left out.
  std::map<models::HostId, models::HostId> moved() const;
  // Failed host and the one in its place, since the last call of next_start_s.
  const std::vector<std::pair<models::HostId, models::HostId>>& replaced() const {
    return replaced_;
  }
  const models::NameTable& names() const { return states_.names(); }
  // No host will change any more.
  bool is_at_rest() const { return is_at_rest_; }
  // Hosts of the job that are off.
  const std::set<models::HostId>& missing() const { return missing_; }
  // How often a failure began the delay again, and a spare host took a place.
  std::uint64_t interruption_count() const { return interruption_count_; }
  std::uint64_t replacement_count() const { return replacement_count_; }

 private:
  // Goes on to the next change; true when it is the failure of a host of the job.
  std::optional<bool> advance(double until_s);
  void follow(models::HostId host);
  void replace_missing();

  models::HostStates states_;
  std::map<models::HostId, models::HostId>
      place_of_;  // of hosts of the job: that of the first start
  std::set<models::HostId> missing_;
  std::vector<models::HostId> spares_;
  std::vector<std::pair<models::HostId, models::HostId>> replaced_;
  bool is_at_rest_ = false;
  std::uint64_t interruption_count_ = 0;
  std::uint64_t replacement_count_ = 0;
};

}  // namespace smpi::launch
