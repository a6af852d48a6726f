// SPDX-License-Identifier: BSD-3-Clause
//
// How often each function of MPI was called, how long ranks were in it and what it moved; and what
// crossed the wire (smpirun --call-statistics).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "libsmpi/ranks/runtime/observers.h"

namespace smpi {

class Simulation;

namespace record {

class CallStatistics final : public Observer {
 public:
  explicit CallStatistics(Simulation& simulation);

  void leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) override;
  void finish_request(const Request& request) override;
  void send_message(const p2p::Message& message) override;
  void match_message(const p2p::Message& message, const Request& receive) override;
  void start_flow(const Transfer& transfer) override;
  void end_flow(const Transfer& transfer) override;

  // A table with a header: functions by name, then messages, then flows by kind. Seconds are
  // simulated and summed over ranks, or over flows from start to end.
  std::string csv() const;

 private:
  struct Row {
    std::uint64_t count = 0;
    double seconds = 0;
    MPI_Count sent_bytes = 0;
    MPI_Count received_bytes = 0;
  };
  Simulation& simulation_;
  std::map<std::string, Row, std::less<>> calls_;
  Row sent_;
  Row matched_;
  Row finished_;
  std::array<Row, 4> flows_started_;  // by Transfer::Kind
  std::array<Row, 4> flows_ended_;
  std::unordered_map<std::uint64_t, double> started_s_;  // of flows on their way, by number
};

}  // namespace record
}  // namespace smpi
