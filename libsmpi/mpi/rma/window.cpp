// SPDX-License-Identifier: BSD-3-Clause
//
// Making and freeing windows. Making one is collective and costs the agreement on a communicator
// of its own; what each rank exposes is left in the meeting for the others.
#include "libsmpi/mpi/rma/window.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/rma/barrier.h"
#include "libsmpi/mpi/rma/hints.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {
namespace {

constexpr std::size_t alignment_bytes = 64;
constexpr MPI_Aint page_bytes = 4096;
// Of the agreement: base, size and unit of each rank.
constexpr MPI_Count agreement_bytes = 24;

std::size_t rounded_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

WindowMemory::WindowMemory(std::size_t size_bytes) {
  const std::size_t rounded = rounded_up(std::max<std::size_t>(size_bytes, 1), alignment_bytes);
  address = static_cast<std::byte*>(std::aligned_alloc(alignment_bytes, rounded));
  SIM_ASSERT(address != nullptr, "no memory for a window");
}

WindowMemory::~WindowMemory() {
  std::free(address);
}

Window::Window(Ref<Communicator> communicator, Ref<WindowShared> shared, int flavor)
    : errhandler(&errors_are_fatal()),
      communicator_(std::move(communicator)),
      shared_(std::move(shared)),
      flavor_(flavor) {}

Window* find_window(MPI_Win handle) {
  Rank& rank = current_rank();
  Window* found = rank.simulation.handles.windows.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || &found->owner() != &rank ? nullptr : found;
}

MPI_Win to_handle(const Window* window) {
  if (window == nullptr) return MPI_WIN_NULL;
  return reinterpret_cast<MPI_Win>(static_cast<std::uintptr_t>(window->handle));
}

namespace rma {
namespace {

struct WindowMeeting : comm::Meeting {
  Ref<WindowShared> shared;
  comm::Outcome agreement;
};

bool is_noncontiguous(const WindowSpec& spec) {
  if (!spec.info) return false;
  const std::string* value = spec.info->find("alloc_shared_noncontig");
  return value != nullptr && *value == "true";
}

// Cuts the one block of a shared window: the parts follow each other in the order of the ranks.
void place_shared_parts(WindowShared& shared, bool noncontiguous) {
  MPI_Aint total = 0;
  const auto room = [&](const WindowShared::Part& part) {
    return noncontiguous ? static_cast<MPI_Aint>(
                               rounded_up(static_cast<std::size_t>(part.size_bytes), page_bytes))
                         : part.size_bytes;
  };
  for (const WindowShared::Part& part : shared.parts) total += room(part);
  shared.memory = new WindowMemory(static_cast<std::size_t>(total));
  std::byte* next = shared.memory->address;
  for (WindowShared::Part& part : shared.parts) {
    part.base = next;
    next += room(part);
  }
}

void expose(Window& window, const WindowSpec& spec) {
  WindowShared::Part& part = window.part(window.rank());
  part.size_bytes = spec.size_bytes;
  part.unit_bytes = spec.unit_bytes;
  part.base = static_cast<std::byte*>(spec.base);
  if (spec.flavor == MPI_WIN_FLAVOR_ALLOCATE) {
    window.memory = new WindowMemory(static_cast<std::size_t>(spec.size_bytes));
    part.base = window.memory->address;
  }
  window.attribute_size_bytes = spec.size_bytes;
  window.attribute_unit_bytes = static_cast<int>(spec.unit_bytes);
  window.attribute_flavor = spec.flavor;
}

void remove(Window& window) {
  window.owner().simulation.handles.windows.remove(window.handle);
  window.release();
}

}  // namespace

int make_window(Communicator& communicator, const WindowSpec& spec, Window*& made) {
  Simulation& simulation = communicator.simulation();
  Ref<Communicator> own(&comm::begin_duplicate(communicator));
  comm::release_handle(*own);
  comm::Attendance<WindowMeeting> meeting(simulation,
                                          {.context = own->shared().context, .number = 0},
                                          static_cast<std::size_t>(own->size()));
  if (!meeting->shared) meeting->shared = new WindowShared(own->size());
  auto* window = new Window(own, meeting->shared, spec.flavor);
  window->retain();
  window->handle = simulation.handles.windows.add(window);
  window->info = default_hints();
  set_hints(*window, spec.info.get());
  window->made_at = running_strand->call.return_address;
  expose(*window, spec);
  const int error = comm::agree_alike(*own, agreement_bytes, 0, meeting->agreement);
  if (error != MPI_SUCCESS) {
    remove(*window);
    return error;
  }
  if (spec.flavor == MPI_WIN_FLAVOR_SHARED && !meeting->shared->memory) {
    place_shared_parts(*meeting->shared, is_noncontiguous(spec));
  }
  if (Checks* checks = window->owner().simulation.checks) checks->add_window(*window);
  made = window;
  return MPI_SUCCESS;
}

int free_window(Window& window) {
  const int error = window.attributes.clear(window.handle);
  if (error != MPI_SUCCESS) return error;
  // Nobody's memory goes away while others may still reach it (MPI 12.2.5).
  flush(window, all_targets);
  barrier(window.communicator());
  p2p::watched::end_exposure(window.communicator());
  if (Checks* checks = window.owner().simulation.checks) {
    checks->free_window(window);
  }
  remove(window);
  return MPI_SUCCESS;
}

}  // namespace rma
}  // namespace smpi
