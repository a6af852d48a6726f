// SPDX-License-Identifier: BSD-3-Clause
//
// Records the calls of a simulated program as a trace (libsmpi/watch/trace/recorder).
//
// Calls arrive at wrappers made from the table of actions: while a recording lives, the entries of
// MPI lead to them (api/functions.h), so a run without one pays nothing. A call is recorded when it
// returns: what a receive matched is known then. Computation is what was charged, sleep the time
// that replaying the calls would not cause again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "libsmpi/watch/record/window_messages.h"
#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/recorder/lowering.h"
#include "libsmpi/watch/trace/recorder/rank_recorder.h"

namespace smpi {

class Communicator;
class Simulation;

namespace record {

// A wrapper of an MPI function.
struct TraceWrapper {
  const char* name;  // "MPI_Send"; nullptr after the last one
  const void* code;
};
std::span<const TraceWrapper> trace_wrappers();

class TraceRecording final : public WorkObserver, public p2p::MessageWatcher {
 public:
  // Of the ranks that there are. Sink and texts must outlive it.
  TraceRecording(Simulation& simulation, trace::Sink& sink, trace::Texts& texts);
  ~TraceRecording() override;
  TraceRecording(const TraceRecording&) = delete;
  TraceRecording& operator=(const TraceRecording&) = delete;

  void compute(const Rank& rank, double flops) override;
  void sleep(const Rank& rank, double seconds) override;
  void poll(const Rank& rank, double seconds) override;
  void begin(const p2p::WatchedMessage& message, const void* key) override;
  void end(const void* key) override;
  void begin_flow(const p2p::WatchedFlow& flow, const void* key) override;
  void end_flow(const void* key) override;
  void begin_wait(const Communicator& communicator) override;
  void end_wait(const Communicator& communicator) override;
  void end_exposure(const Communicator& communicator) override;

  // nullptr: not recorded, because another rank started it.
  recorder_of_rank* recorder_of(const Rank& rank) const;
  // For traces of level 1, before the run: tells the messages that collectives are made of, and
  // remembers which communicator a rank means by a number, for view().
  void tell_messages(const Simulation& simulation);
  void note_communicator(std::uint32_t rank, trace::Word number, const Communicator* communicator);
  trace::CommunicatorView view(std::uint32_t rank, trace::Word number) const;
  // Is a request of a rank under way?
  bool is_pending(std::uint32_t rank, trace::Word number) const;
  // Notes from where in the program calls come. The trace must have a place for it.
  void keep_sites() { keeps_sites_ = true; }
  // Number of a place in the program, whatever copy of it a rank has; 0: none.
  std::uint32_t site_of(const void* caller);
  // "lu.c:17", by number less one.
  const std::vector<std::string>& sites() const { return sites_; }
  // Gives what is still held back to the sink.
  void finish();

 private:
  // A message of a collective that is not waited for yet.
  struct OpenMessage {
    bool is_receive;
    bool is_begun;  // else its action says all of it at the end
    std::uint16_t strand;
    trace::Word rank;
    trace::Word peer;
    trace::Word tag;
    trace::Word size_bytes;
  };
  void tell(const OpenMessage& message, bool is_end);
  const trace::CommunicatorView& view_of(const Communicator& communicator);
  bool has_other_open(std::uint32_t process) const;
  trace::Word tag_of(const p2p::WatchedMessage& message);
  trace::Word tag_on(const Communicator& communicator, Channel channel, int number);

  trace::RecorderShared shared_;
  std::vector<std::unique_ptr<recorder_of_rank>> recorders_;  // by process
  bool tells_messages_ = false;
  std::optional<WindowMessages> window_messages_;
  std::unordered_map<const void*, OpenMessage> open_messages_;
  std::vector<std::uint32_t> open_asides_;                             // by process
  std::map<std::pair<std::uint32_t, int>, trace::Word> message_tags_;  // by channel and operation
  std::map<std::uint32_t, std::uint64_t> contexts_;  // in order of creation; the world's is 0
  // By context and first member: the two sides of an intercommunicator have one context.
  std::map<std::pair<std::uint32_t, std::uint32_t>, trace::CommunicatorView> communicators_;
  std::map<std::pair<std::uint32_t, trace::Word>, trace::CommunicatorView> views_;
  bool keeps_sites_ = false;
  std::vector<std::string> sites_;
  std::unordered_map<std::string, std::uint32_t> site_numbers_;
  trace::KeyMap<std::intptr_t, std::uint32_t> site_of_caller_;
};

}  // namespace record
}  // namespace smpi
