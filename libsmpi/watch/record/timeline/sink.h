// SPDX-License-Identifier: BSD-3-Clause
//
// The stream that all timelines are made of, and who writes it down.
//
//     observers of calls, messages and devices -> Recorder -> stream -> sinks: chrome, paje, otf2,
//     paraver
//
// The recorder tells what happens when it happens, so times never go down; it cuts windows and
// leaves out ranks. A sink keeps only what is open: calls that have not ended, messages on their
// way. Nothing here knows of the program's code: a replayed run gives the same stream.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "include/mpi.h"
#include "models/device/operations.h"
#include "models/platform/ids.h"

namespace smpi::record {

// What streams have as numbers of threads, which no thread of a program has.
inline constexpr std::uint32_t first_stream_thread = 1U << 16;

// One row of a timeline: the main program of a rank, a thread that it made, or a stream of a device
// that it uses.
struct Lane {
  std::uint32_t index = 0;  // of the lanes, in the order in which they appear
  std::uint32_t process = 0;
  std::uint32_t world_rank = 0;
  std::uint32_t thread = 0;                            // 0: the main program
  std::optional<std::uint32_t> device = std::nullopt;  // of a stream
  models::HostId host = 0;
  std::string host_name;
  std::string name;  // "rank 3", "rank 3 device 0 stream 1"
  std::string part;  // of the rank: "device 0 stream 1"; "" of the main program
};

// A communicator, with the processes behind its ranks.
struct CommunicatorRecord {
  std::uint32_t index = 0;    // in the order in which they appear
  std::uint32_t context = 0;  // the same for all its ranks
  std::string name;           // "MPI_COMM_WORLD", what the program gave, or ""
  std::vector<std::uint32_t> members;
  std::vector<std::uint32_t> remote_members = {};  // of an intercommunicator
  std::vector<models::HostId> hosts;               // of the members, then of the remote ones
};

struct FunctionRecord {
  std::uint32_t index = 0;                              // in the order in which they appear
  std::string name;                                     // "MPI_Send"
  std::optional<models::WorkKind> work = std::nullopt;  // of a device; nullopt: a call of a rank
};

// A call that has ended.
struct CallEvent {
  const Lane* lane = nullptr;
  const FunctionRecord* function = nullptr;
  double begin_s = 0;
  double end_s = 0;
  bool is_cut = false;  // by the window or the end of the run: what follows is not known
  const void* site = nullptr;
  const CommunicatorRecord* communicator = nullptr;  // nullptr: of none
  int peer = MPI_PROC_NULL;
  int tag = MPI_ANY_TAG;
  MPI_Count sent_bytes = -1;  // -1: sends nothing
  int receive_peer = MPI_PROC_NULL;
  MPI_Count received_bytes = -1;  // at most; -1: receives nothing
  int root = -1;
};

// A message from the call that sent it to the call in which its receive was completed.
struct MessageEvent {
  std::uint64_t serial = 0;    // of the messages, from 1 on
  const Lane* from = nullptr;  // of its sender
  const Lane* to = nullptr;    // nullptr while it is on its way
  std::uint32_t sender = 0;    // processes
  std::uint32_t receiver = 0;
  const CommunicatorRecord* communicator = nullptr;  // nullptr: not known
  int source = 0;                                    // ranks of the communicator
  int destination = 0;
  int tag = 0;
  MPI_Count size_bytes = 0;
  bool is_internal = false;  // sent by a collective
  double sent_s = 0;
  std::uint64_t send_request = 0;     // serials of nonblocking operations, from 1 on; 0: blocking
  std::uint64_t receive_request = 0;  // known once it is received
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void add_lane(const Lane&) {}
  virtual void enter(const Lane&, const FunctionRecord&, double /*now_s*/) {}
  virtual void leave(const CallEvent&) = 0;
  virtual void send(const MessageEvent&, double /*now_s*/) {}
  virtual void receive(const MessageEvent&, double /*now_s*/) {}
  // Of nonblocking operations: a receive was posted; an operation was completed or cancelled.
  virtual void post_receive(const Lane&, std::uint64_t /*request*/, double /*now_s*/) {}
  virtual void complete_send(const Lane&, std::uint64_t /*request*/, double /*now_s*/) {}
  virtual void cancel(const Lane&, std::uint64_t /*request*/, double /*now_s*/) {}
  // How much there is to write so far.
  virtual std::uint64_t size_bytes() const = 0;
  // The last thing that is told, outside of ranks. `lost` are the serials of messages that nobody
  // received. Throws InputError when the system would not write the file.
  virtual void close(double end_s, const std::vector<std::uint64_t>& lost) = 0;
};

}  // namespace smpi::record
