// SPDX-License-Identifier: BSD-3-Clause
//
// From calls and messages to rows of a timeline.
#include "libsmpi/watch/record/timeline/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libsmpi/cost/devices/state.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/platform/platform.h"
#include "models/platform/units.h"

namespace smpi::record {
namespace {

// Messages of the program: those of its calls, and the parts of partitioned ones.
bool is_internal(std::uint32_t channel) {
  const auto kind = static_cast<Channel>(channel % channel_count);
  return kind != Channel::point_to_point && kind != Channel::partitions;
}

// Does a call of this name return before what it started is complete?
bool is_nonblocking(std::string_view function) {
  return function.starts_with("MPI_I") || function.starts_with("MPI_Start");
}

// Of the threads of its rank, from 1 on; 0: the main program; none: the library's own strand.
std::optional<std::uint32_t> thread_of(const Strand& strand) {
  if (&strand == &strand.rank->main) return 0;
  const auto& threads = strand.rank->threads;
  const auto found = std::find_if(threads.begin(), threads.end(),
                                  [&](const auto& thread) { return thread.get() == &strand; });
  if (found == threads.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - threads.begin()) + 1;
}

}  // namespace

Recorder::Recorder(Simulation& simulation, Selection selection)
    : simulation_(simulation), selection_(std::move(selection)) {
  simulation.add_observer(*this);
  if (simulation.devices != nullptr) simulation.devices->rows.add_observer(*this);
}

void Recorder::add(std::unique_ptr<Sink> sink) {
  sinks_.push_back(std::move(sink));
}

bool Recorder::advance(double now_s) {
  if (phase_ == Phase::inside && now_s <= selection_.end_s) [[likely]]
    return true;
  if (phase_ == Phase::before && now_s >= selection_.begin_s) {
    phase_ = Phase::inside;
    for (Row& row : rows_) {
      if (row.function == nullptr) continue;
      row.begin_s = selection_.begin_s;
      tell([&](Sink& sink) { sink.enter(row.lane, *row.function, row.begin_s); });
    }
  }
  if (phase_ == Phase::inside && now_s > selection_.end_s) stop(selection_.end_s);
  return phase_ == Phase::inside;
}

// Calls that are open end here.
void Recorder::stop(double now_s) {
  phase_ = Phase::after;
  stopped_s_ = now_s;
  for (const Row& row : rows_) {
    if (row.function == nullptr) continue;
    const CallEvent call{.lane = &row.lane,
                         .function = row.function,
                         .begin_s = row.begin_s,
                         .end_s = now_s,
                         .is_cut = true};
    tell([&](Sink& sink) { sink.leave(call); });
  }
}

void Recorder::stop_at_limit(double now_s) {
  const bool is_full = std::ranges::any_of(
      sinks_, [&](const auto& sink) { return sink->size_bytes() > selection_.limit_bytes; });
  if (!is_full) return;
  is_full_ = true;
  stop(now_s);
}

Recorder::Row* Recorder::row_of(const Rank& rank, std::uint32_t thread) {
  Row*& row = row_of_strand_[static_cast<std::uint64_t>(thread) << 32 | rank.process];
  if (row == nullptr) {
    Lane lane;
    lane.thread = thread;
    if (thread != 0) lane.part = fmt::format("thread {}", thread);
    row = &add_row(rank, std::move(lane));
  }
  return row;
}

Recorder::Row* Recorder::row_of(const devices::WorkRow& place) {
  if (!selection_.shows(place.rank->world_rank)) return nullptr;
  if (place.index >= row_of_work_.size()) row_of_work_.resize(place.index + 1);
  Row*& row = row_of_work_[place.index];
  if (row == nullptr) {
    row_of(*place.rank, 0);  // the row of the rank comes first
    Lane lane;
    lane.thread = first_stream_thread + place.number;
    lane.device = place.device;
    lane.part = place.name;
    row = &add_row(*place.rank, std::move(lane));
  }
  return row;
}

Recorder::Row& Recorder::add_row(const Rank& rank, Lane lane) {
  Row& row = rows_.emplace_back();
  lane.index = static_cast<std::uint32_t>(rows_.size() - 1);
  lane.process = rank.process;
  lane.world_rank = rank.world_rank;
  lane.host = rank.host;
  lane.host_name = simulation_.platform.hosts.name[rank.host];
  lane.name = fmt::format("rank {}{}{}", number_of(rank), lane.part.empty() ? "" : " ", lane.part);
  row.lane = std::move(lane);
  tell([&](Sink& sink) { sink.add_lane(row.lane); });
  return row;
}

Recorder::Row* Recorder::running_row() {
  if (running_strand == nullptr || !selection_.shows(running_strand->rank->world_rank)) {
    return nullptr;
  }
  const auto thread = thread_of(*running_strand);
  return thread ? row_of(*running_strand->rank, *thread) : nullptr;
}

const FunctionRecord& Recorder::function_record(const char* name,
                                                std::optional<models::WorkKind> work) {
  const FunctionRecord*& record = function_by_address_[name];
  if (record != nullptr) return *record;
  const auto found = function_by_name_.find(name);
  if (found != function_by_name_.end()) return *(record = found->second);
  record = &functions_.emplace_back(static_cast<std::uint32_t>(functions_.size()), name, work);
  function_by_name_[record->name] = record;
  return *record;
}

const CommunicatorRecord* Recorder::communicator_record(const Communicator* communicator) {
  if (communicator == nullptr) return nullptr;
  const CommunicatorRecord*& record = communicator_by_context_[communicator->shared().context];
  if (record != nullptr) return record;
  CommunicatorRecord& added = communicators_.emplace_back();
  added.index = static_cast<std::uint32_t>(communicators_.size() - 1);
  added.context = communicator->shared().context;
  added.name = communicator->name;
  added.members = communicator->group().members();
  if (communicator->is_inter()) added.remote_members = communicator->remote_group().members();
  for (const auto* members : {&added.members, &added.remote_members}) {
    for (const std::uint32_t process : *members) {
      added.hosts.push_back(simulation_.ranks[process]->host);
    }
  }
  return record = &added;
}

void Recorder::enter_call(const Rank&, const CallRecord& call) {
  if (phase_ == Phase::after) return;
  Row* row = running_row();
  if (row == nullptr) return;
  const double now_s = simulation_.engine.now_s();
  const bool is_shown = advance(now_s);
  row->function = &function_record(call.function);
  row->begin_s = now_s;
  if (is_shown) tell([&](Sink& sink) { sink.enter(row->lane, *row->function, now_s); });
}

void Recorder::leave_call(const Rank&, const CallRecord& call, const CallDetails& details) {
  if (phase_ == Phase::after) return;
  Row* row = running_row();
  if (row == nullptr || row->function == nullptr) return;
  const double now_s = simulation_.engine.now_s();
  if (advance(now_s)) {
    const CallEvent event{.lane = &row->lane,
                          .function = row->function,
                          .begin_s = row->begin_s,
                          .end_s = now_s,
                          .site = call.return_address,
                          .communicator = communicator_record(details.communicator),
                          .peer = details.peer,
                          .tag = details.tag,
                          .sent_bytes = details.sent_bytes,
                          .receive_peer = details.receive_peer,
                          .received_bytes = details.received_bytes,
                          .root = details.root};
    tell([&](Sink& sink) { sink.leave(event); });
  }
  row->function = nullptr;
  if (phase_ == Phase::inside) stop_at_limit(now_s);
}

void Recorder::begin_device_work(const devices::WorkRow& place, const models::OperationCost& work) {
  if (phase_ == Phase::after) return;
  Row* const row = row_of(place);
  if (row == nullptr) return;
  const double now_s = simulation_.engine.now_s();
  const bool is_shown = advance(now_s);
  row->function = &function_record(work.name, work.kind);
  row->begin_s = now_s;
  if (is_shown) tell([&](Sink& sink) { sink.enter(row->lane, *row->function, now_s); });
}

void Recorder::end_device_work(const devices::WorkRow& place, const models::OperationCost& work) {
  if (phase_ == Phase::after) return;
  Row* const row = row_of(place);
  if (row == nullptr || row->function == nullptr) return;
  const double now_s = simulation_.engine.now_s();
  if (advance(now_s)) {
    const bool is_copy = work.kind == models::WorkKind::copy;
    const CallEvent event{.lane = &row->lane,
                          .function = row->function,
                          .begin_s = row->begin_s,
                          .end_s = now_s,
                          .sent_bytes = is_copy ? std::llround(work.size_bytes) : -1};
    tell([&](Sink& sink) { sink.leave(event); });
  }
  row->function = nullptr;
  if (phase_ == Phase::inside) stop_at_limit(now_s);
}

bool Recorder::shows(const p2p::Message& message, bool internal) const {
  return (!internal || selection_.shows_internals) &&
         selection_.shows(message.receiver->world_rank);
}

// Of a nonblocking receive: blocking ones are told when they are complete.
void Recorder::post_receive(const Request& receive) {
  if (phase_ == Phase::after || is_internal(receive.channel)) return;
  const Row* row = running_row();
  const double now_s = simulation_.engine.now_s();
  if (row == nullptr || row->function == nullptr || !advance(now_s)) return;
  if (!is_nonblocking(row->function->name)) return;
  const std::uint64_t serial = ++request_count_;
  open_requests_[&receive] = serial;
  tell([&](Sink& sink) { sink.post_receive(row->lane, serial, now_s); });
}

void Recorder::send_message(const p2p::Message& message) {
  if (phase_ == Phase::after) return;
  if (const auto lost = on_their_way_.find(&message); lost != on_their_way_.end()) {
    lost_.push_back(lost->second.serial);  // cancelled: its memory is used again
    on_their_way_.erase(lost);
  }
  const bool internal = is_internal(message.key.channel);
  if (!shows(message, internal)) return;
  const Row* row = running_row();
  const double now_s = simulation_.engine.now_s();
  if (row == nullptr || row->function == nullptr || !advance(now_s)) return;
  const CallDetails* details = internal ? nullptr : details_of_call(simulation_);
  MessageEvent event{.serial = ++message_count_,
                     .from = &row->lane,
                     .sender = message.sender->process,
                     .receiver = message.receiver->process,
                     .source = message.key.source,
                     .tag = message.key.tag,
                     .size_bytes = message.size_bytes,
                     .is_internal = internal,
                     .sent_s = now_s};
  if (details != nullptr && details->communicator != nullptr && details->peer >= 0) {
    event.communicator = communicator_record(details->communicator);
    event.destination = details->peer;
  }
  if (!internal && message.send != nullptr && is_nonblocking(row->function->name)) {
    event.send_request = ++request_count_;
    open_requests_[message.send] = event.send_request;
  }
  tell([&](Sink& sink) { sink.send(event, now_s); });
  on_their_way_[&message] = event;
}

void Recorder::match_message(const p2p::Message& message, const Request& receive) {
  if (const auto stale = matched_.find(&receive); stale != matched_.end()) {
    lost_.push_back(stale->second.serial);  // nobody waited for it, and its memory is used again
    matched_.erase(stale);
  }
  const auto found = on_their_way_.find(&message);
  if (found == on_their_way_.end()) return;
  matched_[&receive] = found->second;
  on_their_way_.erase(found);
}

void Recorder::finish_request(const Request& request) {
  std::uint64_t serial = 0;
  if (const auto open = open_requests_.find(&request); open != open_requests_.end()) {
    serial = open->second;
    open_requests_.erase(open);
  }
  std::optional<MessageEvent> message;
  if (const auto matched = matched_.find(&request); matched != matched_.end()) {
    message = matched->second;
    matched_.erase(matched);
  }
  const Row* row = phase_ == Phase::after ? nullptr : running_row();
  const double now_s = simulation_.engine.now_s();
  const bool is_shown = row != nullptr && row->function != nullptr && advance(now_s);
  const bool is_received = request.kind == RequestKind::receive && !request.status.cancelled &&
                           request.status.source != MPI_PROC_NULL;
  if (message && (!is_shown || !is_received)) {
    lost_.push_back(message->serial);
    message.reset();
  }
  if (!is_shown) return;
  if (message) {
    message->to = &row->lane;
    message->receive_request = serial;
    tell([&](Sink& sink) { sink.receive(*message, now_s); });
  } else if (serial != 0 && request.kind == RequestKind::send && !request.status.cancelled) {
    tell([&](Sink& sink) { sink.complete_send(row->lane, serial, now_s); });
  } else if (serial != 0) {
    tell([&](Sink& sink) { sink.cancel(row->lane, serial, now_s); });
  }
}

std::vector<std::uint64_t> Recorder::close() {
  const double end_s = simulation_.engine.now_s();
  if (advance(end_s)) stop(end_s);
  for (const auto& [message, event] : on_their_way_) lost_.push_back(event.serial);
  for (const auto& [receive, event] : matched_) lost_.push_back(event.serial);
  std::sort(lost_.begin(), lost_.end());
  std::vector<std::uint64_t> sizes_bytes;
  for (const auto& sink : sinks_) {
    sink->close(stopped_s_, lost_);
    sizes_bytes.push_back(sink->size_bytes());
  }
  return sizes_bytes;
}

std::string Recorder::report() const {
  std::string text;
  if (is_full_) {
    text += fmt::format(
        "the timeline ends at {}: it has reached its limit; choose a part of the run with "
        "--cfg=tracing/window:BEGIN,END or --cfg=tracing/ranks:LIST, or raise "
        "tracing/size-limit\n",
        models::format_time(stopped_s_));
  }
  if (!lost_.empty()) {
    text += fmt::format("{} of {} messages of the timeline were not received in it\n", lost_.size(),
                        message_count_);
  }
  return text;
}

}  // namespace smpi::record
