// SPDX-License-Identifier: BSD-3-Clause
//
// Windows (MPI 5.0, 12.2): memory of each rank that others may reach.
//
// Ranks of a window share a WindowShared with one Part each: base, size, unit, and the lock of its
// memory. Each rank has a Window of its own: handle, attributes, and its side of the epochs. State
// about targets is kept for targets in use only, so thousands of ranks do not cost their square.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/mpi/attributes/attributes.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/rma/window_lock.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

namespace rma {
struct Operation;
}

// Memory that MPI_Win_allocate and MPI_Win_allocate_shared made; freed with its windows.
struct WindowMemory : Counted {
  explicit WindowMemory(std::size_t size_bytes);
  ~WindowMemory() override;
  std::byte* address;
};

struct WindowShared : Counted {
  // What one rank exposes.
  struct Part {
    std::byte* base = nullptr;
    MPI_Aint size_bytes = 0;
    MPI_Aint unit_bytes = 1;
    rma::WindowLock lock;
    struct Region {
      std::byte* base;
      MPI_Aint size_bytes;
    };
    std::vector<Region> attached;  // of a dynamic window
  };
  explicit WindowShared(int size) : parts(static_cast<std::size_t>(size)) {}

  std::vector<Part> parts;
  Ref<WindowMemory> memory;  // of a shared window: one block for all
  // Ranks that hold the locks of all parts, and such that wait for them; exclusive locks of parts
  // that are held, and that somebody waits for; and parts where somebody waits.
  std::uint32_t holders_of_all = 0;
  std::deque<rma::LockClaim*> waiting_for_all;
  std::uint32_t exclusive_holders = 0;
  std::uint32_t exclusive_waiting = 0;
  std::vector<int> waiting_parts;
};

class Window : public Counted {
 public:
  Window(Ref<Communicator> communicator, Ref<WindowShared> shared, int flavor);

  Rank& owner() const { return communicator_->owner(); }
  Communicator& communicator() const { return *communicator_; }
  int rank() const { return communicator_->rank(); }
  int size() const { return communicator_->size(); }
  int flavor() const { return flavor_; }
  WindowShared& shared() const { return *shared_; }
  WindowShared::Part& part(int rank) const {
    return shared_->parts[static_cast<std::size_t>(rank)];
  }

  // What this rank has going on with one target.
  struct Target {
    std::uint64_t in_flight = 0;          // operations that are not complete
    std::deque<rma::Operation*> ordered;  // accumulates, applied in order of issue (MPI 12.7.2)
    int lock_type = 0;                    // MPI_LOCK_*, 0 while not locked
    bool lock_is_held = false;            // false under MPI_MODE_NOCHECK
    bool in_start_group = false;          // an access epoch of MPI_Win_start
  };
  std::map<int, Target> targets;
  std::uint64_t in_flight = 0;  // over all targets

  // Epochs of this rank.
  bool fence_is_open = false;
  bool locked_all = false;
  bool all_locks_held = false;
  bool holds_all = false;   // counted in WindowShared::holders_of_all
  std::vector<bool> holds;  // by target: its lock is granted to this rank; empty before the first
  int hold_count = 0;       // of these
  Ref<Group> start_group;   // between MPI_Win_start and MPI_Win_complete
  Ref<Group> post_group;    // between MPI_Win_post and MPI_Win_wait
  std::vector<Request*> post_requests;  // the messages of MPI_Win_complete it waits for
  // Strands that wait for operations to complete: all of the window's, or those on one target.
  struct Flush {
    Strand* strand;
    int target;  // or rma::all_targets
  };
  std::vector<Flush> flushes;
  // Calls in quick succession that had nothing to wait for, and when the last of them ended.
  std::uint32_t idle_calls = 0;
  double last_idle_call_s = -1;

  HandleValue handle = 0;
  std::string name;
  Ref<Errhandler> errhandler;
  Attributes attributes;
  Ref<Info> info;            // the hints so far, its own copy
  Ref<WindowMemory> memory;  // of MPI_Win_allocate
  const void* made_at = nullptr;
  // What the predefined attributes point to (MPI 12.2.6).
  MPI_Aint attribute_size_bytes = 0;
  int attribute_unit_bytes = 1;
  int attribute_flavor = 0;
  int attribute_model = MPI_WIN_UNIFIED;

 private:
  Ref<Communicator> communicator_;  // a duplicate: its traffic meets nobody else's
  Ref<WindowShared> shared_;
  int flavor_;
};

Window* find_window(MPI_Win handle);
MPI_Win to_handle(const Window* window);

namespace rma {

inline constexpr int all_targets = -1;

// What MPI_Win_create and the like need; `flavor` decides which fields count.
struct WindowSpec {
  void* base = nullptr;
  MPI_Aint size_bytes = 0;
  MPI_Aint unit_bytes = 1;
  Ref<Info> info = {};
  int flavor = MPI_WIN_FLAVOR_CREATE;
};
// Collective over `communicator`; the window keeps a duplicate of it. `made` has it when the result
// is MPI_SUCCESS; else a member failed, and no other has it either.
int make_window(Communicator& communicator, const WindowSpec& spec, Window*& made);
// Collective over the window. The handle becomes invalid. Returns what a delete callback returned.
int free_window(Window& window);

}  // namespace rma
}  // namespace smpi
