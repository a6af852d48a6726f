// SPDX-License-Identifier: BSD-3-Clause
//
// SimGrid's actions with SimGrid's meaning (docs/replay.md): each becomes the call of level 2 that
// does the same. All communicate on MPI_COMM_WORLD, and requests are named by source, destination
// and tag.
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/replay/player.h"

namespace smpi::replay {

using trace::Code;
using trace::to_real;
using trace::Word;

namespace {

constexpr Word world = 0;
constexpr Word sum = 2;
constexpr Word exclusive_or = 9;
constexpr Word own_operation = trace::first_user_operation;

// A blocking or nonblocking call; which one stands for which action.
struct Lowered {
  Code from;
  Code to;
};
constexpr Lowered sends[] = {
    {Code::ti_send, Code::call_Send},     {Code::ti_Ssend, Code::call_Ssend},
    {Code::ti_bsend, Code::call_Bsend},   {Code::ti_isend, Code::call_Isend},
    {Code::ti_ISsend, Code::call_Issend}, {Code::ti_ibsend, Code::call_Ibsend},
};

Code lowered(Code from) {
  for (const Lowered& one : sends) {
    if (one.from == from) return one.to;
  }
  return from;
}

std::span<const Word> list_at(std::span<const Word> words, std::size_t place) {
  return words.subspan(place, 1 + static_cast<std::size_t>(words[place]));
}

}  // namespace

void Player::call(Code code, std::initializer_list<Word> words) {
  lowered_.assign(words);
  in_.begin(lowered_);
  play_call(in_, code);
}

// The operation that a reduction was recorded with is not known: one that takes the type.
Word Player::operation_for(Word type) {
  const Datatype* const found = find_datatype(in_.type_of(type));
  if (found != nullptr && find_op(MPI_SUM)->accepts(*found)) return sum;
  if (found != nullptr && find_op(MPI_BXOR)->accepts(*found)) return exclusive_or;
  if (!has_own_operation_) {
    has_own_operation_ = true;
    MPI_Op operation = MPI_OP_NULL;
    PMPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 1, &operation);
    in_.keep_operation(0, operation);
  }
  return own_operation;
}

Word Player::probed_count(Word source, Word tag, Word type) {
  MPI_Status status;
  PMPI_Probe(CallArguments::peer_of(source), CallArguments::tag_of(tag), MPI_COMM_WORLD, &status);
  MPI_Count count = 0;
  PMPI_Get_count_c(&status, in_.type_of(type), &count);
  return count;
}

void Player::wait_under(const RequestKey& key) {
  const RequestStore::Place place = store_.find(key);
  if (place == RequestStore::none) {
    if (!store_.is_used()) end_with("this rank waits, but never posted a request");
    return;
  }
  const Word number = store_.number(place);
  store_.remove(place);
  MPI_Request request = in_.request_of(number);
  if (request == MPI_REQUEST_NULL) return;
  PMPI_Wait(&request, MPI_STATUS_IGNORE);
  in_.keep_request(number, request);
}

void Player::test_under(const RequestKey& key) {
  const RequestStore::Place place = store_.find(key);
  if (place == RequestStore::none) return;
  const Word number = store_.number(place);
  MPI_Request request = in_.request_of(number);
  if (request == MPI_REQUEST_NULL) return;
  int flag = 0;
  PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  in_.keep_request(number, request);
}

void Player::wait_for_all() {
  store_.take_all(numbers_);
  if (numbers_.empty()) return;
  MPI_Request* const requests = in_.requests_of(numbers_);
  PMPI_Waitall(in_.length(requests), requests, MPI_STATUSES_IGNORE);
  in_.keep_requests(numbers_, requests);
}

void Player::wait_for_first() {
  const auto entries = store_.take_all_with_keys();
  numbers_.clear();
  for (const auto& entry : entries) numbers_.push_back(entry.number);
  MPI_Request* const requests = in_.requests_of(numbers_);
  int index = 0;
  PMPI_Waitany(in_.length(requests), requests, &index, MPI_STATUS_IGNORE);
  in_.keep_requests(numbers_, requests);
  for (std::size_t i = 0; i < entries.size(); i++) {
    if (static_cast<int>(i) != index) store_.add(entries[i].key, entries[i].number);
  }
}

bool Player::play_simgrid(const Action& action) {
  const std::span<const Word> words = action.words;
  switch (action.code) {
    case Code::ti_init:
    case Code::ti_comm_size:
    case Code::ti_comm_split:
    case Code::ti_comm_dup:
    case Code::ti_location:
      break;
    case Code::ti_finalize:
      finish();
      break;
    case Code::ti_compute:
      compute(to_real(words[0]));
      break;
    case Code::ti_sleep:
      rank_.end_poll_streak();
      rank_.simulation.engine.sleep(to_real(words[0]));
      break;
    case Code::ti_test:
    case Code::ti_wait:
    case Code::ti_waitall:
    case Code::ti_waitAny:
    case Code::ti_testany:
    case Code::ti_testall:
    case Code::ti_testsome:
      play_simgrid_completion(action);
      break;
    default:
      if (action.code <= Code::ti_sendRecv) {
        play_simgrid_message(action);
      } else {
        play_simgrid_collective(action);
      }
  }
  return true;
}

void Player::play_simgrid_message(const Action& action) {
  const std::span<const Word> w = action.words;
  const auto own = static_cast<Word>(rank_.world_rank);
  switch (action.code) {
    case Code::ti_sendRecv:
      return call(Code::call_Sendrecv, {w[0], w[4], w[1], 0, w[2], w[5], w[3], 0, world, 0});
    case Code::ti_recv: {
      const Word count = w[2] < 0 ? probed_count(w[0], w[1], w[3]) : w[2];
      return call(Code::call_Recv, {count, w[3], w[0], w[1], world, w[4]});
    }
    case Code::ti_irecv: {
      const Word count = w[2] < 0 ? probed_count(w[0], w[1], w[3]) : w[2];
      const Word number = in_.next_request();
      call(Code::call_Irecv, {count, w[3], w[0], w[1], world, number, w[4]});
      return store_.add({w[0], own, w[1]}, number);
    }
    case Code::ti_send:
    case Code::ti_Ssend:
    case Code::ti_bsend:
      return call(lowered(action.code), {w[2], w[3], w[0], w[1], world});
    default: {
      const Word number = in_.next_request();
      call(lowered(action.code), {w[2], w[3], w[0], w[1], world, number});
      return store_.add({own, w[0], w[1]}, number);
    }
  }
}

void Player::play_simgrid_completion(const Action& action) {
  const std::span<const Word> words = action.words;
  switch (action.code) {
    case Code::ti_wait:
      return wait_under({words[0], words[1], words[2]});
    case Code::ti_test:
      return test_under({words[0], words[1], words[2]});
    case Code::ti_waitall:
      return wait_for_all();
    case Code::ti_waitAny:
      return wait_for_first();
    default:
      return poll_in_vain(false);
  }
}

// Those that reduce compute afterwards.
void Player::play_simgrid_collective(const Action& action) {
  const std::span<const Word> w = action.words;
  switch (action.code) {
    case Code::ti_barrier:
      return call(Code::call_Barrier, {world});
    case Code::ti_bcast:
      return call(Code::call_Bcast, {w[0], w[2], w[1], world});
    case Code::ti_reduce:
      call(Code::call_Reduce, {w[0], w[3], operation_for(w[3]), w[2], world, 0});
      return compute(to_real(w[1]));
    case Code::ti_allreduce:
      call(Code::call_Allreduce, {w[0], w[2], operation_for(w[2]), world, 0});
      return compute(to_real(w[1]));
    case Code::ti_scan:
      call(Code::call_Scan, {w[0], w[2], operation_for(w[2]), world, 0});
      return compute(to_real(w[1]));
    case Code::ti_exscan:
      call(Code::call_Exscan, {w[0], w[2], operation_for(w[2]), world, 0});
      return compute(to_real(w[1]));
    case Code::ti_alltoall:
      return call(Code::call_Alltoall, {w[0], w[2], w[1], w[3], world, 0});
    case Code::ti_gather:
      return call(Code::call_Gather, {w[0], w[3], w[1], w[4], w[2], world, 0});
    case Code::ti_scatter:
      return call(Code::call_Scatter, {w[0], w[3], w[1], w[4], w[2], world, 0});
    case Code::ti_allgather:
      return call(Code::call_Allgather, {w[0], w[2], w[1], w[3], world, 0});
    default:
      play_simgrid_uneven(action);
  }
}

// Collectives with a count per rank.
void Player::play_simgrid_uneven(const Action& action) {
  const std::span<const Word> w = action.words;
  static constexpr Word zero = 0;  // MPI_COMM_WORLD, and: not in place
  const auto one = [](const Word& word) { return std::span<const Word>(&word, 1); };
  const auto call_with_lists = [&](Code code, auto&&... parts) {
    lowered_.clear();
    const auto append = [&](std::span<const Word> part) {
      lowered_.insert(lowered_.end(), part.begin(), part.end());
    };
    (append(parts), ...);
    in_.begin(lowered_);
    play_call(in_, code);
  };
  switch (action.code) {
    case Code::ti_reducescatter: {
      const auto counts = list_at(w, 0);
      const auto rest = w.subspan(counts.size());  // flops, type
      const Word operation = operation_for(rest[1]);
      call_with_lists(Code::call_Reduce_scatter, counts, one(rest[1]), one(operation), one(zero),
                      one(zero));
      return compute(to_real(rest[0]));
    }
    case Code::ti_alltoallv: {
      const auto sent = list_at(w, 1);  // after the length of the buffer
      const auto received = list_at(w, 2 + sent.size());
      const auto types = w.subspan(2 + sent.size() + received.size());
      return call_with_lists(Code::call_Alltoallv, sent, one(types[0]), received, one(types[1]),
                             one(zero), one(zero));
    }
    case Code::ti_gatherv: {
      const auto received = list_at(w, 1);
      const auto rest = w.subspan(1 + received.size());  // root, types
      return call_with_lists(Code::call_Gatherv, one(w[0]), one(rest[1]), received, one(rest[2]),
                             one(rest[0]), one(zero), one(zero));
    }
    case Code::ti_scatterv: {
      const auto sent = list_at(w, 0);
      const auto rest = w.subspan(sent.size());  // received, root, types
      return call_with_lists(Code::call_Scatterv, sent, one(rest[2]), one(rest[0]), one(rest[3]),
                             one(rest[1]), one(zero), one(zero));
    }
    default: {
      const auto received = list_at(w, 1);
      const auto types = w.subspan(1 + received.size());
      return call_with_lists(Code::call_Allgatherv, one(w[0]), one(types[0]), received,
                             one(types[1]), one(zero), one(zero));
    }
  }
}

}  // namespace smpi::replay
