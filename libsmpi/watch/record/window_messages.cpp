// SPDX-License-Identifier: BSD-3-Clause
//
// From the begin of a flow to the two waits for it.
#include "libsmpi/watch/record/window_messages.h"

#include <algorithm>

#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/trace/recorder/lowering.h"

namespace smpi::record {

using trace::Code;
using trace::Word;
namespace message_strand = trace::message_strand;

WindowMessages::WindowMessages(const Simulation& simulation, Tell tell)
    : simulation_(simulation), tell_(std::move(tell)), processes_(simulation.ranks.size()) {}

void WindowMessages::tell_half(const Flow& flow, bool of_target, Word size_bytes,
                               std::uint16_t strand) {
  constexpr Word byte_type = 6;
  const std::uint32_t self = of_target ? flow.target : flow.origin;
  const std::uint32_t peer = of_target ? flow.origin : flow.target;
  const Word words[] = {peer, flow.tag, size_bytes, byte_type, 0};
  const std::span<const Word> all(words);
  const bool is_receive = of_target == flow.is_towards_target;
  processes_[self].open_count++;
  tell_(self, is_receive ? Code::ti_irecv : Code::ti_isend, is_receive ? all : all.first(4),
        strand);
}

void WindowMessages::tell_sleep(std::uint32_t process, double from_s, double to_s) {
  const Word words[] = {trace::to_word(to_s - from_s)};
  if (to_s > from_s) tell_(process, Code::ti_sleep, words, message_strand::window);
}

void WindowMessages::begin_flow(const p2p::WatchedFlow& flow, Word tag, const void* key) {
  const Communicator& communicator = flow.communicator;
  const Rank& origin = communicator.owner();
  const bool is_received = !flow.is_towards_target;
  const bool is_detached = static_cast<double>(flow.size_bytes) < simulation_.tuning.detached_bytes;
  const bool is_requested = flow.kind == p2p::WatchedFlow::Kind::requested;
  const Flow told{.context = communicator.shared().context,
                  .origin = origin.process,
                  .target = communicator.peer(flow.target).process,
                  .is_towards_target = flow.is_towards_target,
                  .is_requested = is_requested,
                  .is_awaited_exactly = !is_requested && (is_received || !is_detached),
                  .tag = tag};
  end_flow(key);  // of one whose end nobody wanted to know
  open_.emplace(key, told);
  tell_half(told, true, flow.size_bytes, message_strand::target);

  OfProcess& state = processes_[told.origin];
  const bool is_running = running_strand == &origin.main;
  if (!is_running && state.waits > 0) {
    const double now_s = simulation_.engine.now_s();
    tell_sleep(told.origin, state.said_until_s, now_s);
    state.said_until_s = now_s;
  }
  const bool is_in_place = is_running || state.waits > 0;
  tell_half(told, false, flow.size_bytes,
            is_in_place ? message_strand::window : message_strand::aside);
}

void WindowMessages::end_flow(const void* key) {
  const auto found = open_.find(key);
  if (found == open_.end()) return;
  const Flow flow = found->second;
  open_.erase(found);
  processes_[flow.target].done_as_target.push_back(flow);
  OfProcess& origin = processes_[flow.origin];
  if (flow.is_requested) {
    origin.open_count--;
  } else {
    origin.done_as_origin.push_back(flow);
  }
  if (flow.is_awaited_exactly) origin.awaited_s = simulation_.engine.now_s();
}

void WindowMessages::begin_wait(const Communicator& communicator) {
  OfProcess& state = processes_[communicator.owner().process];
  if (state.waits++ > 0) return;
  state.said_until_s = simulation_.engine.now_s();
}

void WindowMessages::end_wait(const Communicator& communicator) {
  const std::uint32_t process = communicator.owner().process;
  OfProcess& state = processes_[process];
  if (--state.waits > 0) return;
  tell_waits(process, state.done_as_origin, communicator.shared().context);
  tell_sleep(process, std::max(state.said_until_s, state.awaited_s), simulation_.engine.now_s());
}

void WindowMessages::end_exposure(const Communicator& communicator) {
  const std::uint32_t process = communicator.owner().process;
  tell_waits(process, processes_[process].done_as_target, communicator.shared().context);
}

void WindowMessages::tell_waits(std::uint32_t process, std::vector<Flow>& flows,
                                std::uint32_t context) {
  for (const Flow& flow : flows) {
    if (flow.context != context) continue;
    const Word words[] = {flow.is_towards_target ? flow.origin : flow.target,
                          flow.is_towards_target ? flow.target : flow.origin, flow.tag};
    processes_[process].open_count--;
    tell_(process, Code::ti_wait, words, message_strand::window);
  }
  std::erase_if(flows, [context](const Flow& flow) { return flow.context == context; });
}

}  // namespace smpi::record
