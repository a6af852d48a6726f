// SPDX-License-Identifier: BSD-3-Clause
//
// Jobs in the order of the file; those that name hosts come first.
#include "libsmpi/run/jobs/allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "kernel/random_stream.h"
#include "libsmpi/run/placement/layout.h"
#include "libsmpi/run/placement/policy.h"

namespace smpi::jobs {
namespace {

using models::HostId;
using placement::Placement;

class Allocator {
 public:
  explicit Allocator(const models::Platform& platform)
      : platform_(platform), is_taken_(platform.hosts.count(), false) {}

  void take(const std::vector<HostId>& hosts) {
    for (const HostId host : hosts) is_taken_[host] = true;
  }
  // Throws InputError when there are too few.
  std::vector<HostId> find(const Job& job, const Placement& placement);

 private:
  std::uint32_t slots_of(HostId host, const Placement& placement) const {
    return placement.slots.value_or(platform_.hosts.core_count[host]);
  }
  std::vector<HostId> take_first(const Job& job, const Placement& placement,
                                 const std::vector<HostId>& candidates) const;
  std::vector<HostId> contiguous(const Job& job, const Placement& placement) const;
  std::vector<HostId> free_hosts() const;
  std::vector<HostId> hosts_of_free_groups() const;

  const models::Platform& platform_;
  std::vector<bool> is_taken_;
};

std::vector<HostId> Allocator::free_hosts() const {
  std::vector<HostId> hosts;
  for (HostId host = 0; host < is_taken_.size(); host++) {
    if (!is_taken_[host]) hosts.push_back(host);
  }
  return hosts;
}

// Empty: there are too few.
std::vector<HostId> Allocator::take_first(const Job& job, const Placement& placement,
                                          const std::vector<HostId>& candidates) const {
  std::uint64_t slot_count = 0;
  for (std::size_t i = 0; i < candidates.size(); i++) {
    slot_count += slots_of(candidates[i], placement);
    if (slot_count >= job.rank_count) {
      return {candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(i) + 1};
    }
  }
  return {};
}

// The first run of free neighbours, in the order of the platform, that is long enough.
std::vector<HostId> Allocator::contiguous(const Job& job, const Placement& placement) const {
  for (HostId first = 0; first < is_taken_.size(); first++) {
    if (is_taken_[first]) continue;
    std::vector<HostId> run;
    for (HostId host = first; host < is_taken_.size() && !is_taken_[host]; host++) {
      run.push_back(host);
    }
    std::vector<HostId> found = take_first(job, placement, run);
    if (!found.empty()) return found;
    first = run.back();
  }
  return {};
}

std::vector<HostId> Allocator::hosts_of_free_groups() const {
  std::vector<HostId> all(is_taken_.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<std::uint32_t> group_of = placement::group_of_hosts(platform_, all);
  if (group_of.empty()) return {};
  std::vector<bool> is_used(1 + *std::max_element(group_of.begin(), group_of.end()), false);
  for (const HostId host : all) {
    if (is_taken_[host]) is_used[group_of[host]] = true;
  }
  std::vector<std::vector<HostId>> groups(is_used.size());
  for (const HostId host : all) {
    if (!is_used[group_of[host]]) groups[group_of[host]].push_back(host);
  }
  std::vector<HostId> hosts;
  for (const auto& group : groups) hosts.insert(hosts.end(), group.begin(), group.end());
  return hosts;
}

std::vector<HostId> Allocator::find(const Job& job, const Placement& placement) {
  std::vector<HostId> hosts;
  switch (job.allocation.kind) {
    case Allocation::Kind::contiguous:
      hosts = contiguous(job, placement);
      break;
    case Allocation::Kind::random: {
      std::vector<HostId> candidates = free_hosts();
      kernel::shuffle(candidates, kernel::named_stream(job.allocation.seed, "jobs/allocation"));
      hosts = take_first(job, placement, candidates);
      break;
    }
    case Allocation::Kind::groups:
      hosts = take_first(job, placement, hosts_of_free_groups());
      break;
  }
  if (hosts.empty()) {
    Where where = job.where;
    where.text = job.name;
    where.hint = fmt::format("{} of {} hosts are free", free_hosts().size(), is_taken_.size());
    throw kernel::InputError(
        fmt::format("no hosts are left for the {} ranks of this job", job.rank_count), where);
  }
  take(hosts);
  return hosts;
}

std::vector<placement::Node> nodes_of(const std::vector<HostId>& hosts,
                                      const models::Platform& platform) {
  std::vector<placement::Node> nodes;
  for (const HostId host : hosts) nodes.push_back({host, platform.hosts.core_count[host]});
  return nodes;
}

}  // namespace

std::vector<std::vector<HostId>> allocate(const std::vector<Job>& jobs,
                                          const models::Platform& platform) {
  Allocator allocator(platform);
  for (const Job& job : jobs) allocator.take(job.hosts);
  std::vector<std::vector<HostId>> result;
  for (const Job& job : jobs) {
    const Placement placement = placement::parse_placement(job.placement);
    const std::vector<HostId> hosts =
        job.hosts.empty() ? allocator.find(job, placement) : job.hosts;
    try {
      result.push_back(
          placement::place_ranks(placement, platform, nodes_of(hosts, platform), job.rank_count)
              .host_of_rank);
    } catch (const kernel::InputError& error) {
      if (!error.where().file.empty()) throw;
      throw kernel::InputError(error.what(), job.where);
    }
  }
  return result;
}

}  // namespace smpi::jobs
