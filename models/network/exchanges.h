// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of opposite flows that are one to the network (paired_flows.h) while their links are free
// for others: what is kept of each.
//
// Two flows that start at once on the same links wait for their latencies, then share at a level
// known beforehand, and the first ends at begin + work / level: two timers and a clock for each,
// admissions, a solve, and nobody sees any of it. So a pair holds the seats of its links
// (sharing/maxmin_pairs.cpp) from the start, and has one timer. A flow that comes to one of these
// links makes it two flows again, as they would be by then (flow_exchanges.cpp).
//
//   start       first begins       both share          first end         the other ends
//     | latency ------|-- at its bound --|---- at one level ----|-- at its bound --|
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kernel/event_queue.h"
#include "kernel/quick_vector.h"
#include "models/network/routes.h"

namespace smpi::models {

struct ExchangedFlow {
  kernel::EventHandler done;
  void* owner;
  double begin_s;      // of its bandwidth phase
  double work;         // in that
  double shared_work;  // what is left of it when both share
  double bound_level;  // of its route
  std::uint32_t argument;
  std::uint32_t serial;
  RouteId route;
};

struct Exchange {
  ExchangedFlow flows[2];  // in the order of their starts
  double begin_s;          // of the later bandwidth phase
  double level;            // at which they share then; not above 0: each runs at its bound
  std::uint32_t claim;     // their seats
};

class Exchanges {
 public:
  std::uint32_t add(const Exchange& exchange) {
    std::uint32_t index = static_cast<std::uint32_t>(all_.size());
    if (free_.empty()) {
      all_.push_back(exchange);
    } else {
      index = free_.back();
      free_.pop_back();
      all_[index] = exchange;
    }
    if (of_claim_.size() <= exchange.claim) of_claim_.resize(exchange.claim + std::size_t{1});
    of_claim_[exchange.claim] = index;
    count_++;
    return index;
  }
  Exchange take(std::uint32_t index) {
    free_.push_back(index);
    count_--;
    return all_[index];
  }
  std::uint32_t of_claim(std::uint32_t claim) const { return of_claim_[claim]; }
  std::size_t count() const { return count_; }

 private:
  std::vector<Exchange> all_;
  kernel::QuickVector<std::uint32_t> free_;
  std::size_t count_ = 0;  // of those in use: asked for with every flow
  std::vector<std::uint32_t> of_claim_;
};

}  // namespace smpi::models
