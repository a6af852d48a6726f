// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the stream of sink.h from what observers see: rows appear when they are first used, calls
// and messages get their places in them, the window and the choice of ranks are applied.
//
// A message is known by its address while it is on its way and by its receive once it matched: the
// library frees it before the program learns of the receive.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libsmpi/cost/devices/work_rows.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/watch/record/timeline/selection.h"
#include "libsmpi/watch/record/timeline/sink.h"

namespace smpi {

class Simulation;
struct Strand;

namespace record {

class Recorder final : public Observer, public devices::DeviceObserver {
 public:
  Recorder(Simulation& simulation, Selection selection);

  // Sinks are told in the order in which they were added, before the run.
  void add(std::unique_ptr<Sink> sink);

  // Ends the stream and closes the sinks, after the run. Returns the bytes that each has written.
  // Throws InputError.
  std::vector<std::uint64_t> close();
  // What the user should know: messages that are left out, a limit that was reached. One line each.
  std::string report() const;

  void enter_call(const Rank& rank, const CallRecord& call) override;
  void leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) override;
  void finish_request(const Request& request) override;
  void post_receive(const Request& receive) override;
  void send_message(const p2p::Message& message) override;
  void match_message(const p2p::Message& message, const Request& receive) override;
  void begin_device_work(const devices::WorkRow& place, const models::OperationCost& work) override;
  void end_device_work(const devices::WorkRow& place, const models::OperationCost& work) override;

 private:
  struct Row {
    Lane lane;
    const FunctionRecord* function = nullptr;  // that it is in
    double begin_s = 0;
  };
  enum class Phase : std::uint8_t { before, inside, after };

  template <class Tell>
  void tell(Tell&& tell_one) {
    for (const auto& sink : sinks_) tell_one(*sink);
  }

  // Goes into the window and out of it. Is now in it?
  bool advance(double now_s);
  void stop(double now_s);
  void stop_at_limit(double now_s);
  // Of the running strand; nullptr: it has none, or is of a rank that is left out.
  Row* running_row();
  Row* row_of(const Rank& rank, std::uint32_t thread);
  // nullptr: of a rank that is left out.
  Row* row_of(const devices::WorkRow& place);
  Row& add_row(const Rank& rank, Lane lane);
  const FunctionRecord& function_record(const char* name,
                                        std::optional<models::WorkKind> work = std::nullopt);
  const CommunicatorRecord* communicator_record(const Communicator* communicator);
  bool shows(const p2p::Message& message, bool is_internal) const;

  Simulation& simulation_;
  Selection selection_;
  std::vector<std::unique_ptr<Sink>> sinks_;
  Phase phase_ = Phase::before;
  bool is_full_ = false;
  double stopped_s_ = 0;

  std::deque<Row> rows_;
  std::unordered_map<std::uint64_t, Row*> row_of_strand_;  // by process and thread
  std::vector<Row*> row_of_work_;                          // by index; nullptr: none yet
  std::deque<FunctionRecord> functions_;
  std::unordered_map<std::string_view, const FunctionRecord*> function_by_name_;
  std::unordered_map<const char*, const FunctionRecord*> function_by_address_;
  std::deque<CommunicatorRecord> communicators_;
  std::unordered_map<std::uint32_t, const CommunicatorRecord*> communicator_by_context_;

  std::uint64_t message_count_ = 0;
  std::uint64_t request_count_ = 0;
  std::unordered_map<const p2p::Message*, MessageEvent> on_their_way_;
  std::unordered_map<const Request*, MessageEvent> matched_;         // by their receives
  std::unordered_map<const Request*, std::uint64_t> open_requests_;  // nonblocking
  std::vector<std::uint64_t> lost_;  // messages that cannot be received any more
};

}  // namespace record
}  // namespace smpi
