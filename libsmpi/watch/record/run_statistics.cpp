// SPDX-License-Identifier: BSD-3-Clause
//
// Sums, kept while the program runs.
#include "libsmpi/watch/record/run_statistics.h"

#include <algorithm>
#include <string_view>

#include "libsmpi/mpi/comm/collective_channel.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::record {
namespace {

bool is_of_program(std::uint32_t channel) {
  const auto kind = static_cast<Channel>(channel % channel_count);
  return kind == Channel::point_to_point || kind == Channel::partitions;
}

std::uint64_t size_of(MPI_Count bytes) {
  return static_cast<std::uint64_t>(std::max<MPI_Count>(bytes, 0));
}

// By its name: MPI_Send, MPI_Ssend, MPI_Isend, ...; MPI_Sendrecv receives, too.
bool sends_only(std::string_view name) {
  return (name.ends_with("send") || name.ends_with("Send") || name.ends_with("send_c") ||
          name.ends_with("Send_c")) &&
         class_of_function(name) == FunctionClass::point_to_point;
}

}  // namespace

RunStatistics::RunStatistics(Simulation& simulation) : simulation_(simulation) {
  simulation.add_observer(*this);
}

const RunStatistics::Named& RunStatistics::named(const char* name) {
  Named& named = named_[name];
  if (named.function != nullptr) return named;
  named.function = &functions_[name];
  named.what = class_of_function(name);
  named.is_send = sends_only(name);
  named.is_blocking_collective = named.what == FunctionClass::collective &&
                                 !std::string_view(name).starts_with("MPI_I") &&
                                 !std::string_view(name).ends_with("_init");
  return named;
}

void RunStatistics::leave_call(const Rank& rank, const CallRecord& call,
                               const CallDetails& details) {
  const Named& known = named(call.function);
  const double duration_s = simulation_.engine.now_s() - details.begin_s;
  Received received;
  if (const auto found = received_.find(running_strand); found != received_.end()) {
    received = found->second;
    received_.erase(found);
  }
  Function& function = *known.function;
  function.call_count++;
  function.given_bytes += std::max<MPI_Count>(details.sent_bytes, 0);
  function.got_bytes += received.bytes;
  const bool is_of_messages =
      known.what == FunctionClass::point_to_point || known.what == FunctionClass::completion;
  if (!is_of_messages) function.got_bytes += std::max<MPI_Count>(details.received_bytes, 0);
  if (rank.process >= function.in_it_s.size()) function.in_it_s.resize(rank.process + 1);
  function.in_it_s[rank.process] += duration_s;
  if (known.what == FunctionClass::collective && details.communicator != nullptr) {
    collectives_[{call.function, details.communicator->size()}]++;
  }
  add_time(rank, known, duration_s, received.late_s);
}

void RunStatistics::add_time(const Rank& rank, const Named& named, double duration_s,
                             double late_s) {
  if (rank.process >= times_.size()) times_.resize(rank.process + 1);
  Times& times = times_[rank.process];
  if (named.is_blocking_collective) {
    times.collectives_s += duration_s;
  } else if (named.is_send) {
    times.sending_s += duration_s;
  } else {
    times.late_sender_s += late_s;
    times.other_s += duration_s - late_s;
  }
}

void RunStatistics::finish_request(const Request& request) {
  double sent_s = 0;
  const auto matched = matched_s_.find(&request);
  const bool has_message = matched != matched_s_.end();
  if (has_message) {
    sent_s = matched->second;
    matched_s_.erase(matched);
  }
  if (request.kind != RequestKind::receive || !is_of_program(request.channel)) return;
  if (running_strand == nullptr || !running_strand->details) return;
  Received& received = received_[running_strand];
  received.bytes += request.status.size_bytes;
  if (!has_message) return;
  received.late_s = std::max(received.late_s, sent_s - running_strand->details->begin_s);
}

void RunStatistics::send_message(const p2p::Message& message) {
  const std::uint32_t source = message.sender->process;
  const std::uint32_t destination = message.receiver->process;
  wire_.add(source, destination, size_of(message.size_bytes));
  if (!is_of_program(message.key.channel)) return;
  program_.add(source, destination, size_of(message.size_bytes));
  sent_s_[&message] = simulation_.engine.now_s();
}

void RunStatistics::match_message(const p2p::Message& message, const Request& receive) {
  matched_s_.erase(&receive);  // of a receive that nobody waited for, whose memory is used again
  const auto sent = sent_s_.find(&message);
  if (sent == sent_s_.end()) return;
  matched_s_[&receive] = sent->second;
  sent_s_.erase(sent);
}

// Messages are counted when they are sent; those of one-sided calls have no message.
void RunStatistics::start_flow(const Transfer& transfer) {
  if (transfer.kind != Transfer::Kind::one_sided) return;
  wire_.add(transfer.sender->process, transfer.receiver->process, size_of(transfer.size_bytes));
}

}  // namespace smpi::record
