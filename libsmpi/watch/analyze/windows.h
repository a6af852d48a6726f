// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication that is wrong though no call fails (MPI 5.0, 12.5 and 12.7; smpirun
// --analyze): epochs that are mixed or never closed, and accesses to the same memory that nothing
// orders.
//
// Two accesses to one location conflict unless both read, or both are accumulates with the same
// operation and type, or one is over before the other begins. Over means: completed by its origin,
// which synchronised (fence, complete, unlock, flush), and the other's rank has heard of anything
// since: a message that it matched, an access to its memory, a lock that was held exclusively. A
// rank that heard nothing since an access completed cannot know of it, so nothing orders the two,
// however far apart they are in time. What was heard need not tell of the access; then nothing is
// said. Alternatives considered: vector clocks, which see more of such pairs and cost a number per
// rank in each message.
//
// What the program itself stores into exposed memory is seen in active target epochs, by a copy of
// the memory when the epoch opens (up to shadow_bytes_max); loads cannot be seen, except those of
// MPI calls that have window memory as their buffer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "libsmpi/mpi/datatype/footprint.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/watch/analyze/findings.h"
#include "libsmpi/watch/analyze/interval_index.h"

namespace smpi {
struct Request;
class Window;
struct WindowShared;
class Op;
namespace rma {
struct Operation;
struct OperationSpec;
}  // namespace rma
}  // namespace smpi

namespace smpi::analysis {

class Buffers;

class Windows {
 public:
  explicit Windows(SourceLines& lines) : lines_(lines) {}

  // Something told `rank` of what others did.
  void hear(const Rank& rank);

  void add(Window& window);
  // Before its handle becomes invalid.
  void free(Window& window);

  void start(const rma::Operation& operation, Buffers& buffers);
  // The operation's step at the target, and the end of one that brings data back.
  void before_apply(const rma::Operation& operation, Buffers& buffers);
  void after_apply(const rma::Operation& operation, Buffers& buffers);
  void before_result(const rma::Operation& operation, Buffers& buffers);
  void after_result(const rma::Operation& operation, Buffers& buffers);
  // The origin was told that what it did to `target` (or rma::all_targets) is complete, or that the
  // operation with this request is.
  void complete(const Window& window, int target, Completion completion, Buffers& buffers);
  void complete(const Request& request, Buffers& buffers);

  // Synchronisation calls, after their arguments were found right.
  void enter_fence(const Window& window, int assertion);
  void leave_fence(const Window& window, int assertion);
  // MPI_Win_start, lock or lock_all opens an epoch.
  void open(const Window& window);
  void claim_lock(const Window& window, int target);
  void got_lock(const Window& window, int target, bool exclusive);
  // MPI_Win_post; MPI_Win_wait or test.
  void expose(const Window& window, int assertion);
  void end_exposure(const Window& window);

  // An MPI call has memory of this rank as its buffer: a name to end it with, 0 when no window
  // exposes it.
  std::uint64_t use_as_buffer(Rank& rank, const Footprint& place, Access access,
                              const CallRecord& call);
  void end_use(std::uint64_t access);

  const Findings& epochs() const { return epochs_; }
  const Findings& conflicts() const { return conflicts_; }
  // Adds the epochs that are open when a run ends.
  void add_open_epochs();

 private:
  enum class Kind : std::uint8_t { load, store, get, put, accumulate, compare_and_swap };
  struct State;

  struct Part {  // what one rank exposes
    State* window = nullptr;
    const Rank* owner = nullptr;
    IntervalIndex index;
    std::size_t entry_count = 0;
    std::size_t entries_max = 256;  // looks for old ones when there are more
    bool had_exclusive_lock = false;
    int assertion = 0;              // of the fence or post that exposes it
    std::vector<std::byte> shadow;  // empty: none
    memory::Address shadow_base = 0;
    std::uint64_t shadow_phase = 0;
    std::uint64_t first_of_epoch = 0;  // entries of the epoch have larger ids
  };
  struct State {  // of a window
    std::vector<std::unique_ptr<Part>> parts;
    std::vector<const Window*> sides;
    std::size_t freed = 0;
    const void* made_at = nullptr;
  };
  struct Entry {  // an access to exposed memory
    Kind kind = Kind::load;
    const Op* op = nullptr;          // of accumulates
    const Datatype* unit = nullptr;  // of accumulates
    Footprint place;
    const Rank* origin = nullptr;
    CallRecord call;
    Part* part = nullptr;
    std::uint64_t phase = 0;  // fences that the origin had passed
    bool passive = false;
    bool locked = false;  // in an epoch that holds the lock
    bool exclusive = false;
    std::uint64_t completed = 0;  // step; 0 while it is not
  };
  struct Side {  // of a window, of one rank
    std::uint64_t phase = 0;
    bool fence_has_accesses = false;
    CallRecord fence;
    CallRecord first_access;
    CallRecord opened;                                  // the last start, lock or lock_all
    CallRecord exposed;                                 // the last post
    std::map<int, std::vector<std::uint64_t>> pending;  // operations by target
  };
  struct Pending {  // an operation
    std::uint64_t entry = 0;
    std::uint64_t reads = 0;  // holds of Buffers
    std::uint64_t writes = 0;
  };

  Pending* find(const rma::Operation& operation);
  State& state_of(const Window& window);
  Part& part_of(const Window& window, int rank);
  Entry entry_of(const rma::OperationSpec& spec);
  std::uint64_t add(Entry entry);
  void erase(std::uint64_t id);
  void drop_old(Part& part);
  static bool conflict(const Entry& a, const Entry& b);
  bool is_ordered(const Entry& later, const Entry& earlier) const;
  void report(const Entry& later, const Entry& earlier);
  void look_at_fence(const Window& window);
  void check_assertion(const rma::OperationSpec& spec, const Part& part);
  void complete(Pending& pending, Completion completion, Buffers& buffers);
  void take_shadow(const Window& window);
  void look_for_stores(Part& part);
  void compare_with_shadow(const Entry& entry);
  static void update_shadow(Part& part, const Footprint& place);
  std::string name(const CallRecord& call);
  std::string window_name(const Part& part);

  SourceLines& lines_;
  Findings epochs_;
  Findings conflicts_;
  std::map<std::string, std::string> conflict_texts_;  // of the first pair of ranks, by both calls
  std::uint64_t step_ = 0;
  std::uint64_t last_id_ = 0;
  std::vector<std::uint64_t> heard_;  // step, by process
  std::unordered_map<const WindowShared*, State> states_;
  std::unordered_map<const Window*, Side> sides_;
  std::unordered_map<std::uint64_t, Entry> entries_;
  std::unordered_map<std::uint64_t, Pending> operations_;
  std::unordered_map<const rma::Operation*, std::uint64_t> under_way_;
  std::unordered_map<const Request*, std::uint64_t> requests_;
  std::unordered_map<const Rank*, std::vector<const Window*>> exposed_;
};

}  // namespace smpi::analysis
