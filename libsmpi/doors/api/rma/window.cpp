// SPDX-License-Identifier: BSD-3-Clause
//
// Making, querying and freeing windows (MPI 5.0, 12.2).
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using rma::WindowSpec;

bool is_on_one_host(const Communicator& communicator) {
  for (int rank = 0; rank < communicator.size(); rank++) {
    if (communicator.peer(rank).host != communicator.owner().host) return false;
  }
  return true;
}

// Is there memory at all these addresses? The system is asked for a gigabyte at a time; no page is
// touched.
bool is_mapped(const void* base, MPI_Aint size_bytes) {
  constexpr std::uintptr_t step_bytes = 1U << 30;
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(base) + size_bytes;
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(base) / page_bytes * page_bytes;
  std::vector<unsigned char> residency;
  for (; at < end; at += step_bytes) {
    const std::uintptr_t length = std::min(step_bytes, end - at);
    residency.resize((length + page_bytes - 1) / page_bytes);
    const int status = mincore(reinterpret_cast<void*>(at), length, residency.data());
    if (status != 0 && errno == ENOMEM) return false;
  }
  return true;
}

// With -analyze: does memory of the program reach beyond the allocation in which it begins? What
// others put there would break the heap.
bool leaves_allocation(const Communicator& communicator, const void* base, MPI_Aint size_bytes) {
  const Checks* checks = communicator.owner().simulation.checks;
  return checks != nullptr && size_bytes > 0 &&
         checks->leaves_allocation(base, static_cast<std::size_t>(size_bytes));
}

// Checks what all ways to make a window have in common, and makes it.
int make(MPI_Comm comm, WindowSpec spec, MPI_Info info, MPI_Win* win, void* baseptr) {
  Check check(comm);
  check.pointer(win, "win");
  if (check.failed()) return check.raise();
  const bool has_base =
      spec.flavor == MPI_WIN_FLAVOR_ALLOCATE || spec.flavor == MPI_WIN_FLAVOR_SHARED;
  check.require(!check.communicator()->is_inter(), MPI_ERR_COMM, "an intercommunicator")
      .require(spec.size_bytes >= 0, MPI_ERR_SIZE, "negative size")
      .require(spec.unit_bytes > 0, MPI_ERR_DISP, "the displacement unit is not positive")
      .require(!has_base || baseptr != nullptr, MPI_ERR_ARG, "baseptr is NULL");
  if (spec.flavor == MPI_WIN_FLAVOR_CREATE && spec.size_bytes > 0) {
    check.require(spec.base != nullptr, MPI_ERR_BASE, "base is NULL");
    const bool is_there = !datatype::data_moves || is_mapped(spec.base, spec.size_bytes);
    check.require(spec.base == nullptr || is_there, MPI_ERR_SIZE,
                  "the window is larger than the memory at its base");
    check.require(!leaves_allocation(*check.communicator(), spec.base, spec.size_bytes),
                  MPI_ERR_SIZE, "the window is larger than what is allocated at its base");
  }
  if (spec.flavor == MPI_WIN_FLAVOR_SHARED) {
    check.require(is_on_one_host(*check.communicator()), MPI_ERR_RMA_SHARED,
                  "the ranks are on different hosts");
  }
  if (info != MPI_INFO_NULL) {
    spec.info = find_info(info);
    check.require(static_cast<bool>(spec.info), MPI_ERR_INFO, "freed or invalid info");
  }
  if (check.failed()) return check.raise();
  if (p2p::is_revoked(*check.communicator())) {
    return raise(check.communicator(), MPI_ERR_REVOKED);
  }
  note_collective(*check.communicator());
  Window* window = nullptr;
  const int error = rma::make_window(*check.communicator(), spec, window);
  *win = to_handle(window);
  if (error != MPI_SUCCESS) return raise(check.communicator(), error);
  if (has_base) std::memcpy(baseptr, &window->part(window->rank()).base, sizeof(void*));
  return MPI_SUCCESS;
}

int shared_query(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* unit, void* baseptr) {
  WindowCheck check(win);
  check.target(rank).require(size != nullptr && unit != nullptr && baseptr != nullptr, MPI_ERR_ARG,
                             "an output argument is NULL");
  if (check.failed()) return check.raise();
  const Window& window = *check.window();
  const auto& parts = window.shared().parts;
  // MPI_PROC_NULL asks for the first rank with memory. Memory of other windows is not shared, which
  // a size of 0 says (MPI 12.2.3).
  auto part = rank == MPI_PROC_NULL
                  ? std::find_if(parts.begin(), parts.end(),
                                 [](const auto& candidate) { return candidate.size_bytes > 0; })
                  : parts.begin() + rank;
  void* base = nullptr;
  *size = 0;
  *unit = 1;
  if (window.flavor() == MPI_WIN_FLAVOR_SHARED && part != parts.end()) {
    base = part->base;
    *size = part->size_bytes;
    *unit = part->unit_bytes;
  }
  std::memcpy(baseptr, &base, sizeof base);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Win_create(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                    MPI_Win* win) {
  const Call call;
  return make(comm, {.base = base, .size_bytes = size, .unit_bytes = disp_unit}, info, win,
              nullptr);
}

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
                      MPI_Win* win) {
  const Call call;
  return make(comm,
              {.size_bytes = size, .unit_bytes = disp_unit, .flavor = MPI_WIN_FLAVOR_ALLOCATE},
              info, win, baseptr);
}

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                             void* baseptr, MPI_Win* win) {
  const Call call;
  return make(comm, {.size_bytes = size, .unit_bytes = disp_unit, .flavor = MPI_WIN_FLAVOR_SHARED},
              info, win, baseptr);
}

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  const Call call;
  return make(comm, {.flavor = MPI_WIN_FLAVOR_DYNAMIC}, info, win, nullptr);
}

int PMPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  const Call call;
  WindowCheck check(win);
  check.require(size >= 0, MPI_ERR_SIZE, "negative size");
  if (check.failed()) return check.raise();
  Window& window = *check.window();
  check.require(window.flavor() == MPI_WIN_FLAVOR_DYNAMIC, MPI_ERR_RMA_FLAVOR,
                "not a dynamic window");
  if (check.failed()) return check.raise();
  auto* first = static_cast<std::byte*>(base);
  auto& attached = window.part(window.rank()).attached;
  for (const auto& region : attached) {
    const bool overlaps = first < region.base + region.size_bytes && region.base < first + size;
    check.require(!overlaps, MPI_ERR_RMA_ATTACH, "the memory overlaps what is attached already");
  }
  check.require(!leaves_allocation(window.communicator(), base, size), MPI_ERR_RMA_ATTACH,
                "the memory is larger than what is allocated there");
  if (check.failed()) return check.raise();
  attached.push_back({first, size});
  return MPI_SUCCESS;
}

int PMPI_Win_detach(MPI_Win win, const void* base) {
  const Call call;
  WindowCheck check(win);
  if (check.failed()) return check.raise();
  Window& window = *check.window();
  const std::size_t erased = std::erase_if(window.part(window.rank()).attached,
                                           [&](const auto& region) { return region.base == base; });
  check.require(erased > 0, MPI_ERR_BASE, "nothing is attached at this address");
  return check.failed() ? check.raise() : MPI_SUCCESS;
}

int PMPI_Win_free(MPI_Win* win) {
  const Call call;
  Check argument;
  argument.pointer(win, "win");
  if (argument.failed()) return argument.raise();
  WindowCheck check(*win);
  if (check.failed()) return check.raise();
  check.require(!rma::has_open_epoch(*check.window()), MPI_ERR_RMA_SYNC, "an epoch is open");
  if (check.failed()) return check.raise();
  note_last_collective(check.window()->communicator());
  const int error = rma::free_window(*check.window());
  if (error != MPI_SUCCESS)
    return raise_on_window(check.window(), error, "a delete callback failed");
  *win = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr) {
  const Call call;
  MPI_Aint unit = 1;
  const int error = shared_query(win, rank, size, disp_unit == nullptr ? nullptr : &unit, baseptr);
  if (error == MPI_SUCCESS) *disp_unit = static_cast<int>(unit);
  return error;
}

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit,
                            void* baseptr) {
  const Call call;
  return shared_query(win, rank, size, disp_unit, baseptr);
}

int PMPI_Win_get_group(MPI_Win win, MPI_Group* group) {
  const Call call;
  WindowCheck check(win);
  check.require(group != nullptr, MPI_ERR_ARG, "group is NULL");
  if (check.failed()) return check.raise();
  *group = make_group_handle(const_cast<Group*>(&check.window()->communicator().group()));
  return MPI_SUCCESS;
}

#include <large_counts/rma/window.inc>

}  // extern "C"
