// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a hold: taken, compared with others, its content compared, released.
#include "libsmpi/watch/analyze/buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/windows.h"

namespace smpi::analysis {
namespace {

const char* verb(Access access) {
  return access == Access::read ? "reads" : "writes";
}

bool has_content(const Rank& rank, const Footprint& place) {
  return !rank.simulation.folds_memory || !rank.memory.overlaps(place.bounds());
}

}  // namespace

std::string Buffers::name(const CallRecord& call) {
  return fmt::format("{}{}", call.function == nullptr ? "a call" : call.function,
                     lines_.of(call.return_address));
}

void Buffers::report_overlap(const Hold& later, const Hold& earlier) {
  if (later.group == earlier.group) {
    misuses_.add(fmt::format("the buffers of {} overlap", name(later.call)), later.rank);
    return;
  }
  misuses_.add(fmt::format("{} {} memory that {} {} until it is complete", name(later.call),
                           verb(later.use.access), name(earlier.call), verb(earlier.use.access)),
               later.rank);
}

void Buffers::compare_with_others(std::uint64_t id, Hold& own) {
  IntervalIndex& index = index_[own.rank];
  index.for_each_overlap(own.use.place.bounds(), [&](std::uint64_t other_id) {
    Hold& other = holds_.at(other_id);
    if (own.use.access == Access::read && other.use.access == Access::read) return;
    if (!own.use.place.overlaps(other.use.place)) return;
    report_overlap(own, other);
    // What the one does to the other is no news.
    own.use.watch = other.use.watch = Watch::overlap_only;
    other.content.reset();
  });
  index.add(own.use.place.bounds(), id);
}

std::uint64_t Buffers::hold(Rank& rank, const BufferUse& use, std::uint64_t group) {
  if (use.place.empty()) return 0;
  const std::uint64_t id = ++last_id_;
  Hold& own = holds_[id];
  own.use = use;
  own.call = running_strand->call;
  own.rank = &rank;
  own.group = group;
  compare_with_others(id, own);
  own.window_access = windows_.use_as_buffer(rank, use.place, use.access, own.call);
  renew(id);
  return id;
}

std::uint64_t Buffers::hold(Rank& rank, const BufferUse& use) {
  return hold(rank, use, ++last_id_);
}

void Buffers::renew(std::uint64_t id) {
  const auto found = holds_.find(id);
  if (found == holds_.end()) return;
  Hold& own = found->second;
  if (own.use.watch == Watch::content && has_content(*own.rank, own.use.place)) {
    own.content = own.use.place.content();
  }
}

void Buffers::verify(std::uint64_t id) {
  const auto found = holds_.find(id);
  if (found == holds_.end() || !found->second.content) return;
  Hold& own = found->second;
  const auto now = has_content(*own.rank, own.use.place) ? own.use.place.content() : own.content;
  if (now == own.content) return;
  own.content.reset();
  misuses_.add(fmt::format("the program {} memory that {} {} until it is complete",
                           now ? "changed" : "freed", name(own.call), verb(own.use.access)),
               own.rank);
}

void Buffers::release(std::uint64_t id) {
  const auto found = holds_.find(id);
  if (found == holds_.end()) return;
  const Hold& own = found->second;
  index_[own.rank].remove(own.use.place.bounds(), id);
  windows_.end_use(own.window_access);
  holds_.erase(found);
}

void Buffers::look(Rank& rank, std::span<const BufferUse> uses) {
  const std::uint64_t group = ++last_id_;
  std::vector<std::uint64_t> taken;
  for (BufferUse use : uses) {
    use.watch = Watch::overlap_only;
    taken.push_back(hold(rank, use, group));
  }
  for (const std::uint64_t id : taken) release(id);
}

void Buffers::start(const Request& request) {
  if (request.peer == MPI_PROC_NULL || request.count == 0) return start(request, {});
  const BufferUse use{.place = Footprint(request.buffer, request.count, *request.type),
                      .access = request.kind == RequestKind::send ? Access::read : Access::write,
                      .watch = Watch::content};
  start(request, {&use, 1});
}

void Buffers::start(const Request& request, std::span<const BufferUse> uses) {
  Operation& operation = operations_[&request];
  operation = {
      .call = running_strand->call, .rank = request.owner, .number = ++last_id_, .holds = {}};
  for (const BufferUse& use : uses) {
    operation.holds.push_back(hold(*request.owner, use, operation.number));
  }
}

void Buffers::add(const Request& request, const BufferUse& use) {
  Operation& operation = operations_[&request];
  operation.holds.push_back(hold(*request.owner, use, operation.number));
}

void Buffers::give_back(const Request& request, std::size_t index) {
  const auto found = operations_.find(&request);
  if (found == operations_.end() || index >= found->second.holds.size()) return;
  release(found->second.holds[index]);
}

void Buffers::before_delivery(const Request& request) {
  const auto found = operations_.find(&request);
  if (found == operations_.end()) return;
  for (const std::uint64_t id : found->second.holds) verify(id);
}

void Buffers::after_delivery(const Request& request) {
  const auto found = operations_.find(&request);
  if (found == operations_.end()) return;
  for (const std::uint64_t id : found->second.holds) {
    const auto own = holds_.find(id);
    if (own != holds_.end() && own->second.use.access == Access::write) renew(id);
  }
}

void Buffers::complete(const Request& request) {
  const auto found = operations_.find(&request);
  if (found == operations_.end()) return;
  for (const std::uint64_t id : found->second.holds) {
    verify(id);
    release(id);
  }
  operations_.erase(found);
}

void Buffers::free(const Request& request) {
  const auto found = operations_.find(&request);
  if (found == operations_.end()) return;
  for (const std::uint64_t id : found->second.holds) {
    const auto own = holds_.find(id);
    if (own == holds_.end()) continue;
    if (own->second.use.access == Access::write && !request.complete) {
      freed_receives_.add(
          fmt::format("{}, by {}", name(found->second.call), name(running_strand->call)),
          request.owner);
    }
    release(id);
  }
  operations_.erase(found);
}

Findings Buffers::never_completed() const {
  std::vector<const Operation*> left;
  for (const auto& [request, operation] : operations_) left.push_back(&operation);
  std::sort(left.begin(), left.end(),
            [](const Operation* a, const Operation* b) { return a->number < b->number; });
  Findings found;
  for (const Operation* operation : left) {
    found.add(
        fmt::format("{}{}", operation->call.function, lines_.of(operation->call.return_address)),
        operation->rank);
  }
  return found;
}

}  // namespace smpi::analysis
