// SPDX-License-Identifier: BSD-3-Clause
//
// Accesses to exposed memory: noted, compared with those before, completed, forgotten.
#include "libsmpi/watch/analyze/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "libsmpi/mpi/p2p/buffered_send.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/buffers.h"

namespace smpi::analysis {
namespace {

using rma::OperationKind;

// Completed accesses beyond this number are forgotten, ordered or not.
constexpr std::size_t entries_limit = 65536;

bool is_no_op(const Op* op) {
  return op != nullptr && op->code() == datatype::OpCode::no_op;
}

bool is_inside(const Footprint& place, const std::byte* base, MPI_Aint size_bytes) {
  const memory::Address first = memory::address_of(base);
  return place.bounds().begin < first + static_cast<memory::Address>(size_bytes) &&
         first < place.bounds().end;
}

bool exposes(const Window& window, const Footprint& place) {
  const WindowShared::Part& part = window.part(window.rank());
  if (is_inside(place, part.base, part.size_bytes)) return true;
  return std::any_of(part.attached.begin(), part.attached.end(), [&](const auto& region) {
    return is_inside(place, region.base, region.size_bytes);
  });
}

}  // namespace

std::string Windows::name(const CallRecord& call) {
  return fmt::format("{}{}", call.function == nullptr ? "a call" : call.function,
                     lines_.of(call.return_address));
}

std::string Windows::window_name(const Part& part) {
  return fmt::format("rank {}'s memory in the window{}", part.owner->world_rank,
                     lines_.of(part.window->made_at));
}

void Windows::hear(const Rank& rank) {
  if (rank.process >= heard_.size()) heard_.resize(rank.process + 1);
  heard_[rank.process] = ++step_;
}

Windows::State& Windows::state_of(const Window& window) {
  State& state = states_[&window.shared()];
  if (!state.parts.empty()) return state;
  const auto size = static_cast<std::size_t>(window.size());
  state.made_at = window.made_at;
  state.sides.resize(size);
  for (std::size_t i = 0; i < size; i++) {
    state.parts.push_back(std::make_unique<Part>());
    state.parts.back()->window = &state;
    state.parts.back()->owner = &window.communicator().peer(static_cast<int>(i));
  }
  return state;
}

Windows::Part& Windows::part_of(const Window& window, int rank) {
  return *state_of(window).parts[static_cast<std::size_t>(rank)];
}

void Windows::add(Window& window) {
  state_of(window).sides[static_cast<std::size_t>(window.rank())] = &window;
  sides_.try_emplace(&window);
  exposed_[&window.owner()].push_back(&window);
}

void Windows::free(Window& window) {
  const auto known = sides_.find(&window);
  if (known == sides_.end()) return;
  const Side& side = known->second;
  if (side.fence_has_accesses) {
    epochs_.add(fmt::format("{} frees the window while the epoch of {} is open: no fence ends {}",
                            name(running_strand->call), name(side.fence), name(side.first_access)),
                &window.owner());
  }
  sides_.erase(known);
  std::erase(exposed_[&window.owner()], &window);
  State& state = state_of(window);
  state.sides[static_cast<std::size_t>(window.rank())] = nullptr;
  if (++state.freed < state.parts.size()) return;
  for (const auto& part : state.parts) {
    part->entries_max = 0;
    part->index.for_each_overlap({0, std::numeric_limits<memory::Address>::max()},
                                 [&](std::uint64_t id) { entries_.erase(id); });
  }
  states_.erase(&window.shared());
}

// ---- accesses

Windows::Entry Windows::entry_of(const rma::OperationSpec& spec) {
  const Window& window = *spec.window;
  const auto target = window.targets.find(spec.target_rank);
  const bool has_lock = target != window.targets.end() && target->second.lock_type != 0;
  Entry entry{
      .kind = Kind::put,
      .op = spec.op,
      .unit = spec.target.type->unit(),
      .place = Footprint(spec.target.address, spec.target.count, *spec.target.type),
      .origin = &window.owner(),
      .call = running_strand->call,
      .part = &part_of(window, spec.target_rank),
      .phase = sides_[&window].phase,
      .passive = window.locked_all || has_lock,
      .locked = window.locked_all ? window.all_locks_held : has_lock && target->second.lock_is_held,
      .exclusive =
          has_lock && target->second.lock_is_held && target->second.lock_type == MPI_LOCK_EXCLUSIVE,
      .completed = 0};
  switch (spec.kind) {
    case OperationKind::put:
      entry.kind = Kind::put;
      break;
    case OperationKind::get:
      entry.kind = Kind::get;
      break;
    case OperationKind::accumulate:
    case OperationKind::get_accumulate:
      entry.kind = Kind::accumulate;
      break;
    case OperationKind::compare_and_swap:
      entry.kind = Kind::compare_and_swap;
      break;
  }
  return entry;
}

// Could the two change what the other sees, if nothing ordered them (MPI 12.7)?
bool Windows::conflict(const Entry& a, const Entry& b) {
  const auto reads = [](const Entry& one) {
    return one.kind == Kind::load || one.kind == Kind::get ||
           (one.kind == Kind::accumulate && is_no_op(one.op));
  };
  const auto is_local = [](const Entry& one) {
    return one.kind == Kind::load || one.kind == Kind::store;
  };
  const auto accumulates = [](const Entry& one) {
    return one.kind == Kind::accumulate || one.kind == Kind::compare_and_swap;
  };
  if (reads(a) && reads(b)) return false;
  if (is_local(a) && is_local(b)) return false;  // analyze/buffers sees them
  if (!accumulates(a) || !accumulates(b)) return true;
  if (a.origin == b.origin) return false;  // ordered (MPI 12.7.2)
  if (a.unit != b.unit) return true;
  // Compare and swap beside other accumulates: locks in distributed memory do that.
  if (a.kind == Kind::compare_and_swap || b.kind == Kind::compare_and_swap) return false;
  return a.op != b.op && !is_no_op(a.op) && !is_no_op(b.op);
}

bool Windows::is_ordered(const Entry& later, const Entry& earlier) const {
  if (later.origin == earlier.origin) return earlier.completed != 0;
  if ((later.exclusive && earlier.locked) || (later.locked && earlier.exclusive)) return true;
  if (earlier.completed == 0) return false;
  const std::uint32_t process = later.origin->process;
  return process < heard_.size() && heard_[process] > earlier.completed;
}

void Windows::report(const Entry& later, const Entry& earlier) {
  const std::string calls = name(later.call) + name(earlier.call);
  std::string& text = conflict_texts_[calls];
  if (text.empty()) {
    text = fmt::format("{} of rank {} and {} of rank {} access the same bytes of {}, in no order",
                       name(earlier.call), earlier.origin->world_rank, name(later.call),
                       later.origin->world_rank, window_name(*later.part));
  }
  conflicts_.add(text, later.origin);
}

std::uint64_t Windows::add(Entry entry) {
  if (entry.place.empty()) return 0;
  Part& part = *entry.part;
  std::uint64_t repeated = 0;
  part.index.for_each_overlap(entry.place.bounds(), [&](std::uint64_t id) {
    const Entry& other = entries_.at(id);
    // The same call again: later than before, so it stands for both.
    if (other.origin == entry.origin && other.kind == entry.kind && other.op == entry.op &&
        other.locked == entry.locked && other.exclusive == entry.exclusive &&
        other.call.return_address == entry.call.return_address && other.place == entry.place) {
      repeated = id;
    }
    if (conflict(entry, other) && !is_ordered(entry, other) && entry.place.overlaps(other.place)) {
      report(entry, other);
    }
  });
  if (repeated != 0) erase(repeated);
  if (++part.entry_count > part.entries_max) drop_old(part);
  const std::uint64_t id = ++last_id_;
  part.index.add(entry.place.bounds(), id);
  entries_.emplace(id, std::move(entry));
  return id;
}

void Windows::erase(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  found->second.part->index.remove(found->second.place.bounds(), id);
  found->second.part->entry_count--;
  entries_.erase(found);
}

// Forgets what every rank has heard of. Looks again only when there are twice as many.
void Windows::drop_old(Part& part) {
  std::uint64_t known = std::numeric_limits<std::uint64_t>::max();
  for (const auto& other : part.window->parts) {
    const std::uint32_t process = other->owner->process;
    known = std::min(known, process < heard_.size() ? heard_[process] : 0);
  }
  if (part.entry_count > entries_limit) known = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> old;
  part.index.for_each_overlap({0, std::numeric_limits<memory::Address>::max()},
                              [&](std::uint64_t id) {
                                const std::uint64_t completed = entries_.at(id).completed;
                                if (completed != 0 && completed < known) old.push_back(id);
                              });
  for (const std::uint64_t id : old) erase(id);
  part.entries_max = std::max<std::size_t>(256, 2 * part.entry_count);
}

std::uint64_t Windows::use_as_buffer(Rank& rank, const Footprint& place, Access access,
                                     const CallRecord& call) {
  const auto windows = exposed_.find(&rank);
  if (windows == exposed_.end()) return 0;
  for (const Window* window : windows->second) {
    if (!exposes(*window, place)) continue;
    return add({.kind = access == Access::read ? Kind::load : Kind::store,
                .op = nullptr,
                .unit = nullptr,
                .place = place,
                .origin = &rank,
                .call = call,
                .part = &part_of(*window, window->rank()),
                .phase = sides_[window].phase,
                .passive = true,
                .locked = false,
                .exclusive = false,
                .completed = 0});
  }
  return 0;
}

void Windows::end_use(std::uint64_t access) {
  const auto found = entries_.find(access);
  if (found != entries_.end()) found->second.completed = ++step_;
}

// ---- operations

void Windows::check_assertion(const rma::OperationSpec& spec, const Part& part) {
  if ((part.assertion & MPI_MODE_NOPUT) == 0 || spec.kind == OperationKind::get) return;
  if (rma::is_passive(*spec.window, spec.target_rank)) return;
  epochs_.add(fmt::format("{} changes {}, who said MPI_MODE_NOPUT", name(running_strand->call),
                          window_name(part)),
              &spec.window->owner());
}

void Windows::start(const rma::Operation& operation, Buffers& buffers) {
  const rma::OperationSpec& spec = operation.spec;
  Window& window = *spec.window;
  Side& side = sides_[&window];
  if (window.fence_is_open && !side.fence_has_accesses) {
    side.fence_has_accesses = true;
    side.first_access = running_strand->call;
  }
  check_assertion(spec, part_of(window, spec.target_rank));
  const std::uint64_t id = ++last_id_;
  Pending& pending = operations_[id];
  pending.entry = add(entry_of(spec));
  const auto use = [](const TypedBuffer& buffer, Access access) -> BufferUse {
    if (buffer.type == nullptr) return {};
    return {.place = Footprint(buffer.address, buffer.count, *buffer.type),
            .access = access,
            .watch = Watch::content};
  };
  const bool gets = spec.kind == OperationKind::get;
  pending.reads = gets ? 0 : buffers.hold(window.owner(), use(spec.origin, Access::read));
  pending.writes =
      buffers.hold(window.owner(), use(gets ? spec.origin : spec.result, Access::write));
  side.pending[spec.target_rank].push_back(id);
  under_way_[&operation] = id;
  if (operation.request != nullptr) requests_[operation.request] = id;
}

// nullptr once the origin knows that the operation is complete.
Windows::Pending* Windows::find(const rma::Operation& operation) {
  const auto id = under_way_.find(&operation);
  if (id == under_way_.end()) return nullptr;
  const auto found = operations_.find(id->second);
  return found == operations_.end() ? nullptr : &found->second;
}

void Windows::before_apply(const rma::Operation& operation, Buffers& buffers) {
  const Pending* pending = find(operation);
  if (pending == nullptr) return;
  const auto entry = entries_.find(pending->entry);
  if (entry != entries_.end()) compare_with_shadow(entry->second);
  if (operation.spec.kind == OperationKind::get) buffers.verify(pending->writes);
}

void Windows::after_apply(const rma::Operation& operation, Buffers& buffers) {
  const rma::OperationSpec& spec = operation.spec;
  Rank& target = spec.window->communicator().peer(spec.target_rank);
  if (&target != &spec.window->owner()) hear(target);
  update_shadow(part_of(*spec.window, spec.target_rank),
                Footprint(spec.target.address, spec.target.count, *spec.target.type));
  if (spec.kind == OperationKind::get) after_result(operation, buffers);
}

void Windows::before_result(const rma::Operation& operation, Buffers& buffers) {
  const Pending* pending = find(operation);
  if (pending != nullptr) buffers.verify(pending->writes);
}

void Windows::after_result(const rma::Operation& operation, Buffers& buffers) {
  const rma::OperationSpec& spec = operation.spec;
  if (spec.target_rank != spec.window->rank()) hear(spec.window->owner());
  const Pending* pending = find(operation);
  if (pending != nullptr) buffers.renew(pending->writes);
}

void Windows::complete(Pending& pending, Completion completion, Buffers& buffers) {
  for (std::uint64_t* hold : {&pending.reads, &pending.writes}) {
    buffers.verify(*hold);
    buffers.release(*hold);
    *hold = 0;
  }
  if (completion == Completion::local) return;
  end_use(pending.entry);
}

void Windows::complete(const Window& window, int target, Completion completion, Buffers& buffers) {
  const auto side = sides_.find(&window);
  if (side == sides_.end()) return;
  for (auto& [rank, ids] : side->second.pending) {
    if (target != rma::all_targets && target != rank) continue;
    for (const std::uint64_t id : ids) {
      complete(operations_.at(id), completion, buffers);
      if (completion == Completion::remote) operations_.erase(id);
    }
    if (completion == Completion::remote) ids.clear();
  }
}

// What an R form got is there; what it put is only known to have left.
void Windows::complete(const Request& request, Buffers& buffers) {
  const auto known = requests_.find(&request);
  if (known == requests_.end()) return;
  const auto operation = operations_.find(known->second);
  requests_.erase(known);
  if (operation == operations_.end()) return;
  const bool brings_back = operation->second.writes != 0;
  complete(operation->second, brings_back ? Completion::remote : Completion::local, buffers);
}

}  // namespace smpi::analysis
