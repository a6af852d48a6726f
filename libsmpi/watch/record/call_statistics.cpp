// SPDX-License-Identifier: BSD-3-Clause
//
// Sums, kept while the program runs.
#include "libsmpi/watch/record/call_statistics.h"

#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::record {
namespace {

constexpr std::array<const char*, 4> flow_kinds = {"message", "one_sided", "lock", "file"};

std::size_t index_of(const Transfer& transfer) {
  return static_cast<std::size_t>(transfer.kind);
}

}  // namespace

CallStatistics::CallStatistics(Simulation& simulation) : simulation_(simulation) {
  simulation.add_observer(*this);
}

void CallStatistics::leave_call(const Rank&, const CallRecord& call, const CallDetails& details) {
  const auto found = calls_.find(std::string_view(call.function));
  Row& row = found != calls_.end() ? found->second : calls_[call.function];
  row.count++;
  row.seconds += simulation_.engine.now_s() - details.begin_s;
  row.sent_bytes += std::max<MPI_Count>(details.sent_bytes, 0);
  row.received_bytes += std::max<MPI_Count>(details.received_bytes, 0);
}

void CallStatistics::finish_request(const Request& request) {
  finished_.count++;
  if (request.kind == RequestKind::receive) finished_.received_bytes += request.status.size_bytes;
}

void CallStatistics::send_message(const p2p::Message& message) {
  sent_.count++;
  sent_.sent_bytes += message.size_bytes;
}

void CallStatistics::match_message(const p2p::Message& message, const Request&) {
  matched_.count++;
  matched_.received_bytes += message.size_bytes;
}

void CallStatistics::start_flow(const Transfer& transfer) {
  Row& row = flows_started_[index_of(transfer)];
  row.count++;
  row.sent_bytes += transfer.size_bytes;
  started_s_[transfer.number] = simulation_.engine.now_s();
}

void CallStatistics::end_flow(const Transfer& transfer) {
  Row& row = flows_ended_[index_of(transfer)];
  row.count++;
  row.received_bytes += transfer.size_bytes;
  const auto started = started_s_.find(transfer.number);
  row.seconds += simulation_.engine.now_s() - started->second;
  started_s_.erase(started);
}

std::string CallStatistics::csv() const {
  std::string text = "kind,name,count,seconds,sent_bytes,received_bytes\n";
  const auto add = [&](const char* kind, std::string_view name, const Row& row) {
    text += fmt::format("{},{},{},{},{},{}\n", kind, name, row.count, row.seconds, row.sent_bytes,
                        row.received_bytes);
  };
  for (const auto& [name, row] : calls_) add("call", name, row);
  add("message", "sent", sent_);
  add("message", "matched", matched_);
  add("request", "finished", finished_);
  for (std::size_t kind = 0; kind < flow_kinds.size(); kind++) {
    add("flow started", flow_kinds[kind], flows_started_[kind]);
    add("flow ended", flow_kinds[kind], flows_ended_[kind]);
  }
  return text;
}

}  // namespace smpi::record
