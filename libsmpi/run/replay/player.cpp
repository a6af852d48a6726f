// SPDX-License-Identifier: BSD-3-Clause
//
// The loop over the actions of a rank, and the calls whose replay is more than calling them.
#include "libsmpi/run/replay/player.h"

#include <fmt/format.h>

#include <optional>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/mpi/requests/poll_loop.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/ranks/runtime/send_buffer.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/replay/action_address.h"
#include "libsmpi/run/replay/own_calls.h"

namespace smpi::replay {

using trace::Code;
using trace::to_real;

Player::Player(Rank& rank, Shared& shared, std::unique_ptr<trace::Cursor> cursor, bool computes)
    : rank_(rank), shared_(shared), cursor_(std::move(cursor)), computes_(computes), in_(shared) {}

int Player::run() {
  Action action;
  while (cursor_->next(action)) {
    action_count_.store(action_count() + 1, std::memory_order_relaxed);
    // The door of the next call takes it for the program's line.
    fortran_caller = address_of_action(rank_.process, cursor_->position());
    if (!is_started_) start();
    play(action);
  }
  if (!is_started_) start();
  finish();
  fortran_caller = nullptr;
  return 0;
}

void Player::start() {
  is_started_ = true;
  PMPI_Init(nullptr, nullptr);
  // Traces do not have the buffers of buffered sends.
  rank_.send_buffer.attached = true;
  rank_.send_buffer.automatic = true;
  fortran_caller = address_of_action(rank_.process, cursor_->position());
  const OwnCalls own;
  shared_.run.types.make();
}

// What the trace leaves pending is waited for, as SimGrid does.
void Player::finish() {
  if (is_finished_) return;
  is_finished_ = true;
  wait_for_all();
  PMPI_Finalize();
}

void Player::end_with(const std::string& what) {
  rank_.simulation.end_early(
      {.why = EarlyEnd::Why::mpi_error,
       .exit_status = 2,
       .report = fmt::format("{}: {}", shared_.trace.place(rank_.world_rank, cursor_->position()),
                             what)});
}

void Player::end_with_error(const Action& action) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  const OwnCalls own;
  PMPI_Error_string(in_.code(), text, &length);
  end_with(fmt::format("{} fails in the replay: {}", trace::form_of(action.code).keyword, text));
}

void Player::compute(double flops) {
  if (!computes_ || !(flops > 0)) return;
  rank_.end_poll_streak();
  modeled::compute(rank_, flops);
}

void Player::poll_in_vain(bool is_probe) {
  frame_of_poller = &p2p::counted_poll;
  const api::PollCall call(is_probe ? "MPI_Iprobe" : "MPI_Test");
  p2p::poll(is_probe ? PollKind::probe : PollKind::test, [] { return false; });
}

// Polls once, or until it finds something, with the computation of the recorded streak between.
template <class Poll>
void Player::poll_until(bool is_awaited, Poll poll) {
  const void* const place = fortran_caller;
  // What the run did after a poll that found nothing is the next line of the trace.
  if (!is_awaited) frame_of_poller = &p2p::counted_poll;
  while (!poll() && is_awaited) {
    end_of_failed_poll(poll_gap_flops_, has_polls_apart_);
    fortran_caller = place;
  }
  poll_gap_flops_ = 0;
  has_polls_apart_ = false;
}

// What comes between a poll that found nothing and the next one.
void Player::end_of_failed_poll(double gap_flops, bool is_apart) {
  if (is_apart) rank_.end_poll_streak();
  compute(gap_flops);
}

void Player::play(const Action& action) {
  if (action.code < trace::first_note) {
    if (!play_simgrid(action)) {
      end_with(fmt::format("{} cannot be replayed", trace::form_of(action.code).keyword));
    }
    return;
  }
  in_.begin(action.words);
  if (action.code < trace::first_call) return play_note(action);
  in_.made(MPI_SUCCESS);
  if (!play_call(in_, action.code)) return play_completion(action);
  if (in_.code() != MPI_SUCCESS) end_with_error(action);
}

void Player::play_note(const Action& action) {
  std::optional<OwnCalls> own;
  if (action.code != Code::note_poll) own.emplace();
  switch (action.code) {
    case Code::note_Type: {
      const Word number = in_.number();
      const Word size_bytes = in_.number();
      in_.keep_type(number, PredefinedTypes::of_bytes(size_bytes, in_.number()));
      return;
    }
    case Code::note_Unit: {
      const Word number = in_.number();
      return in_.keep_unit(number, in_.type());
    }
    case Code::note_Op: {
      const Word number = in_.number();
      MPI_Op operation = MPI_OP_NULL;
      PMPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, static_cast<int>(in_.number()),
                     &operation);
      in_.keep_operation(number, operation);
      return;
    }
    case Code::note_Layout: {
      const Word number = in_.number();
      const auto offsets = in_.list();
      return in_.keep_layout(number, offsets, in_.list());
    }
    case Code::note_poll: {
      const bool is_probe = in_.number() != 0;
      const Word failed = in_.number();
      const double flops = to_real(in_.number());
      const bool finds_at_last = in_.number() != 0;
      const bool is_apart = in_.number() != 0;
      const Word gaps = finds_at_last ? failed : failed - 1;
      const double gap_flops = gaps > 0 ? flops / static_cast<double>(gaps) : 0;
      poll_gap_flops_ = finds_at_last ? gap_flops : 0;
      has_polls_apart_ = finds_at_last && is_apart;
      for (Word i = 0; i < failed && !finds_at_last; i++) {
        if (i > 0) end_of_failed_poll(gap_flops, is_apart);
        poll_in_vain(is_probe);
      }
      return;
    }
    case Code::note_pause:
      return rank_.end_poll_streak();
    default:
      return;
  }
}

// Waits and tests. Those that took what had completed take the same again, whatever completes first
// here; with free wildcards they take what there is.
void Player::play_completion(const Action& action) {
  switch (action.code) {
    case Code::call_Wait: {
      const Word number = in_.number();
      MPI_Request request = in_.request_of(number);
      PMPI_Wait(&request, MPI_STATUS_IGNORE);
      return in_.keep_request(number, request);
    }
    case Code::call_Waitall: {
      const auto numbers = in_.list();
      MPI_Request* const requests = in_.requests_of(numbers);
      PMPI_Waitall(in_.length(requests), requests, MPI_STATUSES_IGNORE);
      return in_.keep_requests(numbers, requests);
    }
    case Code::call_Waitany:
    case Code::call_Waitsome: {
      const auto all = in_.list();
      const auto done = in_.list();
      const auto numbers = in_.matches_freely() || done.empty() ? all : done;
      MPI_Request* const requests = in_.requests_of(numbers);
      int count = 0;
      indices_.resize(numbers.size());
      if (numbers.data() == done.data() && action.code == Code::call_Waitany) {
        PMPI_Wait(requests, MPI_STATUS_IGNORE);
      } else if (action.code == Code::call_Waitany) {
        PMPI_Waitany(in_.length(requests), requests, &count, MPI_STATUS_IGNORE);
      } else {
        PMPI_Waitsome(in_.length(requests), requests, &count, indices_.data(), MPI_STATUSES_IGNORE);
        if (numbers.data() == done.data()) wait_for_others(requests, count);
      }
      return in_.keep_requests(numbers, requests);
    }
    default:
      return play_poll(action);
  }
}

void Player::play_poll(const Action& action) {
  switch (action.code) {
    case Code::call_Test: {
      const Word number = in_.number();
      const bool is_awaited = !in_.list().empty();
      poll_until(is_awaited, [&] {
        MPI_Request request = in_.request_of(number);
        int flag = 0;
        PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        in_.keep_request(number, request);
        return flag != 0;
      });
      return;
    }
    case Code::call_Testall:
    case Code::call_Testany:
    case Code::call_Testsome: {
      const auto all = in_.list();
      const auto done = in_.list();
      poll_until(!done.empty(), [&] { return test(action.code, all, done); });
      return;
    }
    case Code::call_Iprobe:
    case Code::call_Improbe:
      return play_probe(action);
    case Code::call_Parrived: {
      const MPI_Request request = in_.request_of(in_.number());
      const auto partition = static_cast<int>(in_.number());
      return poll_until(in_.number() != 0, [&] {
        int flag = 0;
        PMPI_Parrived(request, partition, &flag);
        return flag != 0;
      });
    }
    case Code::call_Win_test: {
      const MPI_Win window = in_.window();
      return poll_until(in_.number() != 0, [&] {
        int flag = 0;
        PMPI_Win_test(window, &flag);
        return flag != 0;
      });
    }
    case Code::call_Request_get_status: {
      const MPI_Request request = in_.request_of(in_.number());
      return poll_until(in_.number() != 0, [&] {
        int flag = 0;
        PMPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        return flag != 0;
      });
    }
    case Code::call_Request_get_status_any:
    case Code::call_Request_get_status_all:
    case Code::call_Request_get_status_some: {
      const MPI_Request* const requests = in_.requests_of(in_.list());
      return poll_until(in_.number() != 0, [&] { return look_at(action.code, requests); });
    }
    default:
      end_with(fmt::format("{} cannot be replayed", trace::form_of(action.code).keyword));
  }
}

// One call that only looks; true when what was awaited is done.
bool Player::look_at(Code code, const MPI_Request* requests) {
  const int length = in_.length(requests);
  int count = 0;
  int flag = 0;
  if (code == Code::call_Request_get_status_all) {
    PMPI_Request_get_status_all(length, requests, &flag, MPI_STATUSES_IGNORE);
  } else if (code == Code::call_Request_get_status_any) {
    PMPI_Request_get_status_any(length, requests, &count, &flag, MPI_STATUS_IGNORE);
  } else {
    indices_.resize(static_cast<std::size_t>(length));
    PMPI_Request_get_status_some(length, requests, &count, indices_.data(), MPI_STATUSES_IGNORE);
    flag = count == MPI_UNDEFINED || count > 0 ? 1 : 0;
  }
  return flag != 0;
}

// Of those that a call took when it was recorded it took `count` now. Where the others came while
// it charged the receiver's overhead of the first ones, they come in the call again; on another
// machine they may be late.
void Player::wait_for_others(MPI_Request* requests, int count) const {
  const int length = in_.length(requests);
  if (count != MPI_UNDEFINED && count < length) PMPI_Waitall(length, requests, MPI_STATUSES_IGNORE);
}

// One call; true when what was awaited is done.
bool Player::test(Code code, std::span<const Word> all, std::span<const Word> done) {
  const bool takes_recorded = !in_.matches_freely() && !done.empty();
  const auto numbers = takes_recorded ? done : all;
  MPI_Request* const requests = in_.requests_of(numbers);
  const int length = in_.length(requests);
  int index = 0;
  int flag = 0;
  if (takes_recorded && code == Code::call_Testany) {
    PMPI_Test(requests, &flag, MPI_STATUS_IGNORE);
  } else if (code == Code::call_Testall) {
    PMPI_Testall(length, requests, &flag, MPI_STATUSES_IGNORE);
  } else if (code == Code::call_Testany) {
    PMPI_Testany(length, requests, &index, &flag, MPI_STATUS_IGNORE);
  } else {
    indices_.resize(numbers.size());
    PMPI_Testsome(length, requests, &flag, indices_.data(), MPI_STATUSES_IGNORE);
    if (takes_recorded && flag != 0) wait_for_others(requests, flag);
  }
  in_.keep_requests(numbers, requests);
  return flag != 0;
}

void Player::play_probe(const Action& action) {
  int source = in_.peer();
  int tag = in_.tag();
  const MPI_Comm comm = in_.communicator();
  const Word number = action.code == Code::call_Improbe ? in_.number() : 0;
  const bool is_awaited = in_.number() != 0;
  in_.open_wildcards(in_.number(), source, tag);
  poll_until(is_awaited, [&] {
    int flag = 0;
    if (action.code == Code::call_Iprobe) {
      PMPI_Iprobe(source, tag, comm, &flag, MPI_STATUS_IGNORE);
    } else {
      MPI_Message message = MPI_MESSAGE_NULL;
      PMPI_Improbe(source, tag, comm, &flag, &message, MPI_STATUS_IGNORE);
      if (flag != 0) in_.keep_message(number, message);
    }
    return flag != 0;
  });
}

}  // namespace smpi::replay
