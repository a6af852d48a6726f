// SPDX-License-Identifier: BSD-3-Clause
//
// Epochs, and what the program stores into exposed memory while one is open.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/mpi/rma/window.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/windows.h"

namespace smpi::analysis {
namespace {

using memory::Address;
using memory::AddressRange;

// Larger windows are not copied.
constexpr MPI_Aint shadow_bytes_max = MPI_Aint{1} << 20;

const std::byte* at(Address address) {
  return reinterpret_cast<const std::byte*>(address);
}

}  // namespace

void Windows::enter_fence(const Window& window, int assertion) {
  Side& side = sides_[&window];
  if (side.fence_has_accesses && (assertion & MPI_MODE_NOPRECEDE) != 0) {
    epochs_.add(fmt::format("{} says MPI_MODE_NOPRECEDE after {}", name(running_strand->call),
                            name(side.first_access)),
                &window.owner());
  }
  side.fence_has_accesses = false;
  side.fence = running_strand->call;
  part_of(window, window.rank()).assertion = assertion;
}

void Windows::leave_fence(const Window& window, int assertion) {
  Part& part = part_of(window, window.rank());
  look_for_stores(part);
  sides_[&window].phase++;
  part.shadow.clear();
  if ((assertion & MPI_MODE_NOSUCCEED) == 0) take_shadow(window);
}

// Another kind of epoch begins: no fence has ended the one with accesses.
void Windows::look_at_fence(const Window& window) {
  Side& side = sides_[&window];
  if (!side.fence_has_accesses) return;
  epochs_.add(fmt::format("{} opens an epoch inside that of {}: no fence ends {}",
                          name(running_strand->call), name(side.fence), name(side.first_access)),
              &window.owner());
  side.fence_has_accesses = false;
}

void Windows::open(const Window& window) {
  look_at_fence(window);
  sides_[&window].opened = running_strand->call;
}

void Windows::claim_lock(const Window& window, int target) {
  const Window* other = state_of(window).sides[static_cast<std::size_t>(target)];
  if (other == nullptr || !other->post_group) return;
  epochs_.add(fmt::format("{} locks {}, which {} exposes", name(running_strand->call),
                          window_name(part_of(window, target)), name(sides_[other].exposed)),
              &window.owner());
}

void Windows::got_lock(const Window& window, int target, bool exclusive) {
  Part& part = part_of(window, target);
  if (exclusive || part.had_exclusive_lock) hear(window.owner());
  part.had_exclusive_lock = part.had_exclusive_lock || exclusive;
}

void Windows::expose(const Window& window, int assertion) {
  look_at_fence(window);
  sides_[&window].exposed = running_strand->call;
  part_of(window, window.rank()).assertion = assertion;
  take_shadow(window);
}

void Windows::end_exposure(const Window& window) {
  Part& part = part_of(window, window.rank());
  look_for_stores(part);
  part.shadow.clear();
}

void Windows::take_shadow(const Window& window) {
  Part& part = part_of(window, window.rank());
  const WindowShared::Part& memory = window.part(window.rank());
  part.first_of_epoch = last_id_;
  part.shadow_phase = sides_[&window].phase;
  part.shadow_base = memory::address_of(memory.base);
  part.shadow.clear();
  const AddressRange range{part.shadow_base,
                           part.shadow_base + static_cast<Address>(memory.size_bytes)};
  if (memory.base == nullptr || memory.size_bytes > shadow_bytes_max || !is_mapped(range)) return;
  if (window.owner().simulation.folds_memory && window.owner().memory.overlaps(range)) return;
  part.shadow.assign(memory.base, memory.base + memory.size_bytes);
}

// What the copy does not have was stored by the program: writes of others were copied as well.
void Windows::compare_with_shadow(const Entry& entry) {
  const Part& part = *entry.part;
  if (part.shadow.empty() || entry.passive || entry.phase != part.shadow_phase) return;
  for (const AddressRange& run : entry.place.runs()) {
    const std::byte* copy = part.shadow.data() + (run.begin - part.shadow_base);
    if (std::memcmp(copy, at(run.begin), run.end - run.begin) == 0) continue;
    conflicts_.add(fmt::format("rank {} stores into {} while {} of rank {} accesses the same bytes",
                               part.owner->world_rank, window_name(part), name(entry.call),
                               entry.origin->world_rank),
                   part.owner);
    return;
  }
}

void Windows::update_shadow(Part& part, const Footprint& place) {
  if (part.shadow.empty()) return;
  for (const AddressRange& run : place.runs()) {
    std::memcpy(part.shadow.data() + (run.begin - part.shadow_base), at(run.begin),
                run.end - run.begin);
  }
}

void Windows::look_for_stores(Part& part) {
  const std::vector<std::byte>& shadow = part.shadow;
  if (shadow.empty() || std::memcmp(shadow.data(), at(part.shadow_base), shadow.size()) == 0) {
    return;
  }
  std::vector<std::uint64_t> of_epoch;
  part.index.for_each_overlap({part.shadow_base, part.shadow_base + shadow.size()},
                              [&](std::uint64_t id) {
                                if (id > part.first_of_epoch) of_epoch.push_back(id);
                              });
  std::sort(of_epoch.begin(), of_epoch.end());
  for (const std::uint64_t id : of_epoch) compare_with_shadow(entries_.at(id));
}

void Windows::add_open_epochs() {
  std::vector<const Window*> open;
  for (const auto& [window, side] : sides_) open.push_back(window);
  std::sort(open.begin(), open.end(), [](const Window* a, const Window* b) {
    return a->owner().process != b->owner().process ? a->owner().process < b->owner().process
                                                    : a->handle < b->handle;
  });
  for (const Window* window : open) {
    const Side& side = sides_.at(window);
    const auto add = [&](const CallRecord& call) {
      epochs_.add(fmt::format("the epoch of {} was never closed", name(call)), &window->owner());
    };
    if (side.fence_has_accesses) add(side.fence);
    if (window->start_group || rma::is_passive(*window, rma::all_targets)) add(side.opened);
    if (window->post_group) add(side.exposed);
  }
}

}  // namespace smpi::analysis
