// SPDX-License-Identifier: BSD-3-Clause
//
// Cost of the halving: ceil(log2 p) a + n (b + g)(p - 1) / p, and a + n (b + g) more when p is not
// a power of two; either collection costs log2(p) a + n b (p - 1) / p.
#include "libsmpi/coll/patterns/halving.h"

namespace smpi::coll {

HalvedVector::HalvedVector(const Operation& operation, const Folding& folding, const Block& vector,
                           Op& op, const MPI_Count* starts)
    : operation_(operation),
      folding_(folding),
      vector_(vector),
      op_(op),
      starts_(starts),
      window_{0, folding.power()} {}

MPI_Count HalvedVector::start_of(int chunk) const {
  if (starts_ != nullptr) return starts_[chunk];
  return chunk == folding_.power() ? vector_.count : chunk * (vector_.count / folding_.power());
}

Block HalvedVector::chunks(const Window& window) const {
  const MPI_Count first = start_of(window.first);
  return vector_.part(first, start_of(window.first + window.length) - first);
}

HalvedVector::Window HalvedVector::half(const Window& whole, bool upper) const {
  const int length = whole.length / 2;
  return {whole.first + (upper ? length : 0), length};
}

// vector = vector op received on the elements of a window, or the other way round.
void HalvedVector::add(const Window& window, const Block& received, bool from_lower) {
  const Block own = chunks(window);
  if (from_lower || op_.is_commutative()) {
    combine(op_, received.address, own.address, own.count, own.type);
  } else {
    combine(op_, own.address, received.address, own.count, own.type);
    copy(received, own);
  }
}

void HalvedVector::fold() {
  if (!folding_.is_in_pair()) return;
  const Scratch incoming(operation_, vector_.count, vector_.type);
  const Block received = incoming.block(vector_.count, vector_.type);
  operation_.receive(received, folding_.partner());
  add(window_, received, folding_.partner() < operation_.rank());
}

void HalvedVector::halve(int distance) {
  const bool keep_upper = (folding_.number() & distance) != 0;
  const int partner = folding_.rank_of(folding_.number() ^ distance);
  const Window kept = half(window_, keep_upper);
  const Block sent = chunks(half(window_, !keep_upper));
  const MPI_Count count = chunks(kept).count;
  const Scratch incoming(operation_, count, vector_.type);
  const Block received = incoming.block(count, vector_.type);
  operation_.exchange(sent, partner, received, partner);
  add(kept, received, partner < operation_.rank());
  window_ = kept;
}

void HalvedVector::reduce_scatter(First order) {
  fold();
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
  for (int done = 1; done < distance; done *= 2) {
    window = half(window, (folding_.number() & done) != 0);
  }
  return window;
}

void HalvedVector::allgather() {
  for (int distance = folding_.power() / 2; distance > 0; distance /= 2) {
    const Window whole = window_at(distance);
    const bool has_upper = (folding_.number() & distance) != 0;
    const int partner = folding_.rank_of(folding_.number() ^ distance);
    operation_.exchange(chunks(half(whole, has_upper)), partner, chunks(half(whole, !has_upper)),
                        partner);
  }
  window_ = window_at(1);
}

void HalvedVector::gather(int root) {
  const int target = folding_.number_of(root);
  for (int distance = folding_.power() / 2; distance > 0; distance /= 2) {
    const Window whole = window_at(distance);
    const bool has_upper = (folding_.number() & distance) != 0;
    const int partner = folding_.rank_of(folding_.number() ^ distance);
    if (((folding_.number() ^ target) & distance) != 0) {
      operation_.send(chunks(half(whole, has_upper)), partner);
      return;
    }
    operation_.receive(chunks(half(whole, !has_upper)), partner);
  }
}

}  // namespace smpi::coll
