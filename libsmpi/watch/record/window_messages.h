// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided operations and locks as messages of SimGrid's actions, for traces of level 1.
//
// What the library sends is a flow that the target's program takes no part in. Here it is an isend
// on one side and an irecv on the other. The target's half stands where its rank is when the flow
// begins, in front of what it does then: it is there in time, and the flow of the replay begins
// with the other half, which stands where the origin is. The target waits for its halves when a
// call tells it that all are complete (a fence, MPI_Win_wait, MPI_Win_free). The origin waits for
// large messages, and for all that it receives. SimGrid has no action that waits until a small
// message has arrived, as synchronous sends do, nor one for a lock that somebody else holds: what
// is left of such a wait is a sleep.
//
// With the machine of the recording a replay takes the time of the run. It does not where the half
// of an origin stands in the midst of another call, which SimGrid posts too early, where sends and
// receives cost processor time (smpi/os, ois, or), which flows do not, and where a request of a
// small operation is waited for by itself. **Alternatives considered**: receives where the target
// synchronizes, which comes too late for messages that begin at their receive.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/watch/trace/action.h"

namespace smpi::record {

class WindowMessages {
 public:
  // An action of a process, with a strand that says where it belongs (trace/recorder/lowering.h).
  using Tell = std::function<void(std::uint32_t process, trace::Code code,
                                  std::span<const trace::Word> words, std::uint16_t strand)>;
  WindowMessages(const Simulation& simulation, Tell tell);

  // REQUIRES: both sides are recorded, and are not the same.
  void begin_flow(const p2p::WatchedFlow& flow, trace::Word tag, const void* key);
  void end_flow(const void* key);
  void begin_wait(const Communicator& communicator);
  void end_wait(const Communicator& communicator);
  void end_exposure(const Communicator& communicator);

  // How many messages of a process are not waited for yet.
  std::uint32_t open_count(std::uint32_t process) const { return processes_[process].open_count; }

 private:
  struct Flow {
    std::uint32_t context;
    std::uint32_t origin;
    std::uint32_t target;
    bool is_towards_target;
    bool is_requested;
    bool is_awaited_exactly;  // a wait of its origin ends when it does
    trace::Word tag;
  };
  struct OfProcess {
    std::vector<Flow> done_as_origin;  // and not waited for yet
    std::vector<Flow> done_as_target;
    std::uint32_t waits = 0;  // that are under way
    double said_until_s = 0;  // of the wait
    double awaited_s = 0;     // the last end that a wait says
    std::uint32_t open_count = 0;
  };
  void tell_half(const Flow& flow, bool of_target, trace::Word size_bytes, std::uint16_t strand);
  void tell_waits(std::uint32_t process, std::vector<Flow>& flows, std::uint32_t context);
  void tell_sleep(std::uint32_t process, double from_s, double to_s);

  const Simulation& simulation_;
  Tell tell_;
  std::vector<OfProcess> processes_;
  std::unordered_map<const void*, Flow> open_;
};

}  // namespace smpi::record
