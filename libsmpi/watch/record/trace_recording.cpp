// SPDX-License-Identifier: BSD-3-Clause
//
// What the wrappers ask of the simulator (libsmpi/watch/trace/recorder/wrappers.h). It looks at
// objects directly: calls of MPI functions would be seen by observers, and end streaks of polls.
#include "libsmpi/watch/record/trace_recording.h"

#include "kernel/error.h"
#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/comm/topology.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/io/file.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/source_line.h"

extern "C" {
#include "libsmpi/watch/trace/recorder/wrappers.h"
void recorder_predefine(recorder_of_rank* recorder);  // made with the wrappers
}

// Made with the wrappers (record/trace_wrappers.c).
extern "C" const smpi::record::TraceWrapper trace_wrapper_table[];

namespace smpi::record {
namespace {

TraceRecording* recording = nullptr;

void measure_type(std::intptr_t key, std::int64_t* size, std::int64_t* extent) {
  const Datatype* type = find_datatype(reinterpret_cast<MPI_Datatype>(key));
  if (type == nullptr) return;
  *size = type->size_bytes();
  *extent = type->extent();
}

int commutes(std::intptr_t key) {
  const Op* op = find_op(reinterpret_cast<MPI_Op>(key));
  return op != nullptr && op->is_commutative() ? 1 : 0;
}

void list_runs(std::intptr_t key, void (*run)(void*, std::int64_t, std::int64_t), void* self) {
  const Datatype* type = find_datatype(reinterpret_cast<MPI_Datatype>(key));
  if (type == nullptr) return;
  for_each_run(*type, 1, [&](std::int64_t offset, std::int64_t size) { run(self, offset, size); });
}

std::intptr_t unit_of(std::intptr_t key) {
  const Datatype* type = find_datatype(reinterpret_cast<MPI_Datatype>(key));
  const Datatype* unit = type == nullptr ? nullptr : type->unit();
  return unit == nullptr ? 0 : KEY(to_handle(*unit));
}

std::uint32_t site_of(const void* caller) {
  return recording->site_of(caller);
}

void made_communicator(unsigned rank, std::intptr_t key, std::int64_t number, int) {
  recording->note_communicator(rank, number, find_communicator(reinterpret_cast<MPI_Comm>(key)));
}

constexpr recorder_world world = {measure_type,      commutes, list_runs,
                                  made_communicator, site_of,  unit_of};

std::uint16_t number_of_strand(const Strand& strand) {
  const auto& threads = strand.rank->threads;
  for (std::size_t i = 0; i < threads.size(); i++) {
    if (threads[i].get() == &strand) return static_cast<std::uint16_t>(i + 1);
  }
  return 0;
}

const Communicator& communicator_of(MPI_Comm handle) {
  const Communicator* communicator = find_communicator(handle);
  SIM_ASSERT(communicator != nullptr, "a call with a wrong communicator was recorded");
  return *communicator;
}

}  // namespace

std::span<const TraceWrapper> trace_wrappers() {
  static const std::size_t count = [] {
    std::size_t n = 0;
    while (trace_wrapper_table[n].name != nullptr) n++;
    return n;
  }();
  return {trace_wrapper_table, count};
}

TraceRecording::TraceRecording(Simulation& simulation, trace::Sink& sink, trace::Texts& texts)
    : shared_(sink, world, texts) {
  for (const Rank* rank : simulation.ranks) {
    recorders_.push_back(std::make_unique<recorder_of_rank>(rank->process, shared_));
  }
  if (!recorders_.empty()) recorder_predefine(recorders_.front().get());
  work_observer = this;
  recording = this;
}

TraceRecording::~TraceRecording() {
  if (tells_messages_) p2p::message_watcher = nullptr;
  recording = nullptr;
  work_observer = nullptr;
}

recorder_of_rank* TraceRecording::recorder_of(const Rank& rank) const {
  return rank.process < recorders_.size() ? recorders_[rank.process].get() : nullptr;
}

void TraceRecording::compute(const Rank& rank, double flops) {
  if (recorder_of_rank* recorder = recorder_of(rank)) recorder->compute(flops);
}

void TraceRecording::sleep(const Rank& rank, double seconds) {
  if (recorder_of_rank* recorder = recorder_of(rank)) recorder->sleep(seconds);
}

void TraceRecording::poll(const Rank& rank, double seconds) {
  recorder_of_rank* const recorder = tells_messages_ ? recorder_of(rank) : nullptr;
  const trace::Word words[] = {trace::to_word(seconds)};
  if (recorder != nullptr) {
    recorder->part_of_call(trace::Code::ti_sleep, words, trace::message_strand::poll);
  }
}

void TraceRecording::tell_messages(const Simulation& simulation) {
  tells_messages_ = true;
  shared_.merges_polls = false;
  p2p::message_watcher = this;
  open_asides_.resize(recorders_.size());
  window_messages_.emplace(
      simulation,
      [this](std::uint32_t process, trace::Code code, std::span<const trace::Word> words,
             std::uint16_t strand) { recorders_[process]->part_of_call(code, words, strand); });
  for (const Rank* rank : simulation.ranks) {
    note_communicator(rank->process, 0, rank->world);
    views_[{rank->process, 1}] = {
        .number = 1,
        .members = std::make_shared<const std::vector<std::uint32_t>>(1, rank->process),
        .is_like_world = simulation.ranks.size() == 1};
  }
}

const trace::CommunicatorView& TraceRecording::view_of(const Communicator& communicator) {
  const std::uint64_t next = contexts_.empty() ? 0 : contexts_.size() + 1;  // 1 is self
  const std::uint32_t context = communicator.shared().context;
  const std::vector<ProcessId>& members = communicator.remote_group().members();
  const auto [known, is_new] = communicators_.try_emplace({context, members.front()});
  if (is_new) {
    trace::CommunicatorView& view = known->second;
    view.number = contexts_.try_emplace(context, next).first->second;
    view.members = std::make_shared<const std::vector<std::uint32_t>>(members);
    view.is_like_world = members.size() == recorders_.size();
    for (std::uint32_t i = 0; i < members.size(); i++) view.is_like_world &= members[i] == i;
  }
  return known->second;
}

void TraceRecording::note_communicator(std::uint32_t rank, trace::Word number,
                                       const Communicator* communicator) {
  if (!tells_messages_ || communicator == nullptr) return;  // it is not made yet
  views_[{rank, number}] = view_of(*communicator);
}

trace::Word TraceRecording::tag_on(const Communicator& communicator, Channel channel, int number) {
  constexpr trace::Word first_tag = trace::Word{1} << 30;
  const auto next = first_tag + static_cast<trace::Word>(message_tags_.size());
  return message_tags_.try_emplace({communicator.channel(channel), number}, next).first->second;
}

// Blocking calls on a communicator follow each other: their messages may have one tag. Those aside
// overtake each other, as signals of windows do.
trace::Word TraceRecording::tag_of(const p2p::WatchedMessage& message) {
  const bool is_apart =
      message.channel == Channel::nonblocking || message.channel == Channel::internal;
  return tag_on(message.communicator, message.channel, is_apart ? message.tag : 0);
}

// Is anything under way that a rank waits for in its own time?
bool TraceRecording::has_other_open(std::uint32_t process) const {
  return open_asides_[process] > 0 || window_messages_->open_count(process) > 0;
}

void TraceRecording::begin_flow(const p2p::WatchedFlow& flow, const void* key) {
  const Rank& origin = flow.communicator.owner();
  const Rank& target = flow.communicator.peer(flow.target);
  if (&origin == &target || recorder_of(origin) == nullptr || recorder_of(target) == nullptr) {
    return;
  }
  // Flows between two ranks follow each other if they are of one kind and have one origin.
  const int number = -1 - 2 * static_cast<int>(flow.kind) - (flow.is_towards_target ? 1 : 0);
  window_messages_->begin_flow(flow, tag_on(flow.communicator, Channel::internal, number), key);
}

void TraceRecording::end_flow(const void* key) {
  window_messages_->end_flow(key);
}

void TraceRecording::begin_wait(const Communicator& communicator) {
  if (recorder_of(communicator.owner()) != nullptr) window_messages_->begin_wait(communicator);
}

void TraceRecording::end_wait(const Communicator& communicator) {
  if (recorder_of(communicator.owner()) != nullptr) window_messages_->end_wait(communicator);
}

void TraceRecording::end_exposure(const Communicator& communicator) {
  if (recorder_of(communicator.owner()) != nullptr) window_messages_->end_exposure(communicator);
}

void TraceRecording::begin(const p2p::WatchedMessage& message, const void* key) {
  const Rank& rank = current_rank();
  if (recorder_of(rank) == nullptr) return;
  const Communicator& communicator = message.communicator;
  const bool is_aside = running_strand != &rank.main;
  std::uint16_t strand = trace::message_strand::aside;
  if (!is_aside) {
    strand = view_of(communicator).is_like_world ? trace::message_strand::inside
                                                 : trace::message_strand::part;
  }
  const bool stands_at_end =
      strand == trace::message_strand::inside || (!is_aside && !has_other_open(rank.process));
  const OpenMessage open{.is_receive = message.is_receive,
                         .is_begun = !message.blocks || !stands_at_end,
                         .strand = strand,
                         .rank = rank.process,
                         .peer = communicator.peer(message.peer).process,
                         .tag = tag_of(message),
                         .size_bytes = message.size_bytes};
  open_messages_[key] = open;
  if (is_aside) open_asides_[rank.process]++;
  if (open.is_begun) tell(open, false);
}

void TraceRecording::end(const void* key) {
  const auto found = open_messages_.find(key);
  if (found == open_messages_.end()) return;
  const OpenMessage open = found->second;
  open_messages_.erase(found);
  if (open.strand == trace::message_strand::aside) {
    open_asides_[static_cast<std::size_t>(open.rank)]--;
  }
  tell(open, true);
}

void TraceRecording::tell(const OpenMessage& message, bool is_end) {
  using trace::Code;
  recorder_of_rank& recorder = *recorders_[static_cast<std::size_t>(message.rank)];
  if (is_end && message.is_begun) {
    const trace::Word words[] = {message.is_receive ? message.peer : message.rank,
                                 message.is_receive ? message.rank : message.peer, message.tag};
    return recorder.part_of_call(Code::ti_wait, words, message.strand);
  }
  constexpr trace::Word byte_type = 6;
  const trace::Word words[] = {message.peer, message.tag, message.size_bytes, byte_type, 0};
  const std::span<const trace::Word> all(words);
  const Code receive = is_end ? Code::ti_recv : Code::ti_irecv;
  const Code send = is_end ? Code::ti_send : Code::ti_isend;
  recorder.part_of_call(message.is_receive ? receive : send,
                        message.is_receive ? all : all.first(4), message.strand);
}

trace::CommunicatorView TraceRecording::view(std::uint32_t rank, trace::Word number) const {
  const auto found = views_.find({rank, number});
  return found == views_.end() ? trace::CommunicatorView{} : found->second;
}

bool TraceRecording::is_pending(std::uint32_t rank, trace::Word number) const {
  const std::intptr_t key = recorders_[rank]->requests.key_of(number);
  const Request* request = key == 0 ? nullptr : find_request(reinterpret_cast<MPI_Request>(key));
  return request != nullptr && request->active && !request->complete;
}

std::uint32_t TraceRecording::site_of(const void* caller) {
  if (!keeps_sites_) return 0;
  const auto [known, is_new] =
      site_of_caller_.try_emplace(reinterpret_cast<std::intptr_t>(caller), 0);
  if (!is_new) return known->second;
  std::string text = source_line_suffix(caller);  // " (lu.c:17)"
  if (text.size() < 4) return 0;
  text = text.substr(2, text.size() - 3);
  const auto next = static_cast<std::uint32_t>(sites_.size() + 1);
  const auto [site, is_new_place] = site_numbers_.try_emplace(text, next);
  if (is_new_place) sites_.push_back(std::move(text));
  return known.value() = site->second;
}

void TraceRecording::finish() {
  for (const auto& recorder : recorders_) recorder->flush();
}

}  // namespace smpi::record

using namespace smpi;  // NOLINT: the definitions below are C functions
using smpi::record::communicator_of;
using smpi::record::recording;

extern "C" {

recorder_call recorder_enter(const void* return_address) {
  if (recording == nullptr || !in_rank()) return {};
  if (fortran_caller == nullptr) fortran_caller = return_address;
  const Strand& strand = *running_strand;
  recorder_of_rank* const recorder = recording->recorder_of(*strand.rank);
  if (recorder != nullptr && recorder->follows_failed_poll() && strand.rank->poll_streak == 0) {
    recorder->pause();
  }
  return {
      .recorder = recorder,
      .caller = fortran_caller,
      .strand = strand.rank->threads.empty() ? std::uint16_t{0} : record::number_of_strand(strand)};
}

void recorder_polls(const void* frame) {
  frame_of_poller = frame;
}

// What the wrapper did is not the program's computation.
void recorder_leave(const recorder_call* call) {
  if (call->recorder == nullptr || running_strand->call_depth > 0) return;
  Rank& rank = current_rank();
  if (rank.simulation.tuning.simulate_computation) begin_burst(rank);
}

void recorder_begin_rank(const recorder_call* call) {
  if (call->recorder != nullptr) call->recorder->start();
}

// What the rank computed before is known when the door was passed.
void recorder_before_finalize(const recorder_call*) {}

void recorder_after_finalize(const recorder_call* call) {
  if (call->recorder != nullptr) call->recorder->finish();
}

int recorder_size(MPI_Comm comm) {
  return communicator_of(comm).size();
}

int recorder_partners(MPI_Comm comm) {
  return communicator_of(comm).remote_size();
}

int recorder_is_root(MPI_Comm comm, int root) {
  const Communicator& communicator = communicator_of(comm);
  return communicator.is_inter() ? root == MPI_ROOT : root == communicator.rank();
}

int recorder_takes_part(MPI_Comm comm, int root) {
  return !communicator_of(comm).is_inter() || root >= 0;
}

int recorder_dimensions(MPI_Comm comm) {
  const auto* grid = comm::topology_as<const comm::Cartesian>(communicator_of(comm));
  return grid == nullptr ? 0 : grid->dimension_count();
}

void recorder_neighbours(MPI_Comm comm, int* sources, int* destinations) {
  const Communicator& communicator = communicator_of(comm);
  if (communicator.topology() == nullptr) return;
  const comm::Neighbourhood neighbours =
      communicator.topology()->neighbourhood(communicator.rank());
  *sources = static_cast<int>(neighbours.sources.size());
  *destinations = static_cast<int>(neighbours.destinations.size());
}

void recorder_add_group(recorder_of_rank* recorder, MPI_Group handle) {
  const Group* group = find_group(handle);
  recorder->add(group == nullptr ? 0 : group->size());
  if (group == nullptr) return;
  for (const ProcessId member : group->members()) recorder->add(member);
}

std::int64_t recorder_opened_bytes(MPI_File handle) {
  const File* file = find_file(handle);
  return file == nullptr ? 0 : file->shared().opened_bytes;
}

void recorder_add_info(recorder_of_rank* recorder, MPI_Info handle) {
  std::string text;
  const Info* info = find_info(handle);
  for (std::size_t i = 0; info != nullptr && i < info->size(); i++) {
    const auto& [key, value] = (*info)[i];
    if (!text.empty()) text += ',';
    text += key + '=' + value;
  }
  recorder->add_text(text);
}

std::int64_t recorder_received_bytes(const MPI_Status* status) {
  return read_status(*status).size_bytes;
}

}  // extern "C"
