// SPDX-License-Identifier: BSD-3-Clause
//
// What a run did, in numbers (smpirun --stats, docs/timelines.md): calls and their times, messages
// by size and by pair of ranks, and what ranks spent their time on.
//
// Messages are counted twice: those that the program sends, and those that cross the wire, where
// collectives are the messages that their algorithms send. A rank waits for a late sender as long
// as it is in the call that completes a receive and the message has not been sent.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/watch/record/message_sums.h"
#include "libsmpi/watch/record/timeline/function_class.h"

namespace smpi {

class Simulation;
struct Strand;

namespace record {

class RunStatistics final : public Observer {
 public:
  explicit RunStatistics(Simulation& simulation);

  struct Function {
    std::uint64_t call_count = 0;
    MPI_Count given_bytes = 0;
    MPI_Count got_bytes = 0;
    std::vector<double> in_it_s;  // by process; ranks beyond its end never called it
  };
  // Simulated seconds that a rank spent.
  struct Times {
    double sending_s = 0;
    double late_sender_s = 0;  // waiting for messages that were not sent yet
    double collectives_s = 0;
    double other_s = 0;  // in MPI
    double in_mpi_s() const { return sending_s + late_sender_s + collectives_s + other_s; }
  };

  const std::map<std::string, Function, std::less<>>& functions() const { return functions_; }
  // Calls by ranks, of a collective on communicators of a size.
  const std::map<std::pair<std::string, int>, std::uint64_t>& collectives() const {
    return collectives_;
  }
  const MessageSums& program_messages() const { return program_; }
  const MessageSums& wire_messages() const { return wire_; }
  // By process; at most as many as the simulation has ranks.
  const std::vector<Times>& times() const { return times_; }

  void leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) override;
  void finish_request(const Request& request) override;
  void send_message(const p2p::Message& message) override;
  void match_message(const p2p::Message& message, const Request& receive) override;
  void start_flow(const Transfer& transfer) override;

 private:
  // Of the call that a strand is in.
  struct Received {
    MPI_Count bytes = 0;
    double late_s = 0;
  };
  struct Named {
    Function* function = nullptr;
    FunctionClass what = FunctionClass::other;
    bool is_send = false;
    bool is_blocking_collective = false;
  };
  const Named& named(const char* name);
  void add_time(const Rank& rank, const Named& named, double duration_s, double late_s);

  Simulation& simulation_;
  std::map<std::string, Function, std::less<>> functions_;
  std::map<std::pair<std::string, int>, std::uint64_t> collectives_;
  std::unordered_map<const char*, Named> named_;  // by the address of their names
  MessageSums program_;
  MessageSums wire_;
  std::vector<Times> times_;
  std::unordered_map<const p2p::Message*, double> sent_s_;  // of messages on their way
  std::unordered_map<const Request*, double> matched_s_;    // when their messages were sent
  std::unordered_map<const Strand*, Received> received_;
};

}  // namespace record
}  // namespace smpi
