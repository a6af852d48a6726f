// SPDX-License-Identifier: BSD-3-Clause
//
// Cost of the halving: ceil(log2 p) a + n (b + g)(p - 1) / p. When p is not a power of two, folding
// costs a + n (b + g) more if operands are sent whole, 2 a + n (b + g / 2) if in halves; either
// collection costs log2(p) a + n b (p - 1) / p.
#include "libsmpi/mpi/coll/patterns/halving.h"

namespace smpi::coll {

MPI_Count Chunks::start(int chunk) const {
  if (starts_ != nullptr) return starts_[chunk];
  if (chunk == chunk_count_) return element_count_;
  switch (cut_) {
    case Cut::rest_last:
      return chunk * (element_count_ / chunk_count_);
    case Cut::rest_spread:
      return chunk * (element_count_ / chunk_count_) +
             std::min<MPI_Count>(chunk, element_count_ % chunk_count_);
    case Cut::in_halves:
      return start_in_halves(chunk);
  }
  return 0;
}

MPI_Count Chunks::start_in_halves(int chunk) const {
  MPI_Count start = 0;
  MPI_Count left = element_count_;  // elements from there on, of the window
  for (int length = chunk_count_ / 2; length > 0; length /= 2) {
    const MPI_Count lower = left / 2;
    const bool is_upper = (chunk & length) != 0;
    start += is_upper ? lower : 0;
    left = is_upper ? left - lower : lower;
  }
  return start;
}

HalvedVector::HalvedVector(const Operation& operation, const Folding& folding, const Block& vector,
                           Op& op, const Chunks& chunks)
    : operation_(operation),
      folding_(folding),
      vector_(vector),
      op_(op),
      chunks_(chunks),
      number_(folding.number()),
      window_{0, folding.power()} {}

Block HalvedVector::chunks(const Window& window) const {
  const MPI_Count first = chunks_.start(window.first);
  return vector_.part(first, chunks_.start(window.first + window.length) - first);
}

HalvedVector::Window HalvedVector::half(const Window& whole, bool upper) const {
  const int length = whole.length / 2;
  return {whole.first + (upper ? length : 0), length};
}

// own = own op received, or the other way round.
void HalvedVector::add(const Block& own, const Block& received, bool from_lower) {
  if (from_lower || op_.is_commutative()) {
    combine(op_, received.address, own.address, own.count, own.type);
  } else {
    combine(op_, own.address, received.address, own.count, own.type);
    copy(received, own);
  }
}

void HalvedVector::fold_whole() {
  if (!folding_.is_in_pair()) return;
  const Scratch incoming(operation_, vector_.count, vector_.type);
  const Block received = incoming.block(vector_.count, vector_.type);
  operation_.receive(received, folding_.partner());
  add(vector_, received, folding_.partner() < operation_.rank());
}

void HalvedVector::fold_halves() {
  if (!folding_.is_in_pair()) return;
  const MPI_Count middle = vector_.count / 2;
  const Block lower = vector_.part(0, middle);
  const Block upper = vector_.part(middle, vector_.count - middle);
  const Block& own = folding_.is_idle() ? upper : lower;
  const Block& other = folding_.is_idle() ? lower : upper;
  const Scratch incoming(operation_, own.count, own.type);
  const Block received = incoming.block(own.count, own.type);
  operation_.exchange(other, folding_.partner(), received, folding_.partner());
  add(own, received, folding_.partner() < operation_.rank());
  if (folding_.is_idle()) {
    operation_.send(upper, folding_.partner());
  } else {
    operation_.receive(upper, folding_.partner());
  }
}

void HalvedVector::halve(int distance) {
  const bool keep_upper = (number_ & distance) != 0;
  const int partner = folding_.rank_of(number_ ^ distance);
  const Window kept = half(window_, keep_upper);
  const Block sent = chunks(half(window_, !keep_upper));
  const Block own = chunks(kept);
  const Scratch incoming(operation_, own.count, vector_.type);
  const Block received = incoming.block(own.count, vector_.type);
  if (chunks_.skip_empty()) {
    operation_.exchange_data(sent, partner, received, partner);
  } else {
    operation_.exchange(sent, partner, received, partner);
  }
  add(own, received, partner < operation_.rank());
  window_ = kept;
}

void HalvedVector::reduce_scatter(First order) {
  const int power = folding_.power();
  if (order == First::nearest) {
    for (int distance = 1; distance < power; distance *= 2) halve(distance);
  } else {
    for (int distance = power / 2; distance > 0; distance /= 2) halve(distance);
  }
}

// What this participant held before the round at `distance`.
HalvedVector::Window HalvedVector::window_at(int distance) const {
  Window window{0, folding_.power()};
  for (int done = 1; done < distance; done *= 2) window = half(window, (number_ & done) != 0);
  return window;
}

void HalvedVector::allgather() {
  for (int distance = folding_.power() / 2; distance > 0; distance /= 2) {
    const Window whole = window_at(distance);
    const bool has_upper = (number_ & distance) != 0;
    const int partner = folding_.rank_of(number_ ^ distance);
    operation_.exchange(chunks(half(whole, has_upper)), partner, chunks(half(whole, !has_upper)),
                        partner);
  }
  window_ = window_at(1);
}

void HalvedVector::gather(int root) {
  const bool root_is_idle = folding_.is_idle(root);
  const int target = root_is_idle ? 0 : folding_.number_of(root);
  if (root_is_idle && operation_.rank() == root) {
    number_ = 0;
    operation_.receive(chunks(window_at(folding_.power())), folding_.rank_of(0));
  } else if (root_is_idle && number_ == 0) {
    operation_.send(own_chunk(), root);
    return;
  }
  for (int distance = folding_.power() / 2; distance > 0; distance /= 2) {
    const Window whole = window_at(distance);
    const bool has_upper = (number_ & distance) != 0;
    const int other = number_ ^ distance;
    const int partner = root_is_idle && other == 0 ? root : folding_.rank_of(other);
    if (((number_ ^ target) & distance) != 0) {
      operation_.send(chunks(half(whole, has_upper)), partner);
      return;
    }
    operation_.receive(chunks(half(whole, !has_upper)), partner);
  }
}

}  // namespace smpi::coll
