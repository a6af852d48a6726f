// SPDX-License-Identifier: BSD-3-Clause
//
// What a message of a collapsed exchange carries, and what its two ends pay: the same whether its
// flow is in the network (call.h) or only forecast (forecast.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "libsmpi/mpi/exchange/exchange.h"
#include "libsmpi/mpi/p2p/payload_pool.h"
#include "libsmpi/mpi/requests/overheads.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::exchange {

class Payload {
 public:
  Payload() = default;
  explicit Payload(const Step& sending)
      : data_(static_cast<const std::byte*>(sending.outgoing)),
        content_bytes_(sending.content_bytes) {}

  void deliver(Simulation& simulation, void* incoming, MPI_Count incoming_bytes) {
    const MPI_Count size_bytes = std::min(content_bytes_, incoming_bytes);
    if (size_bytes > 0) std::memcpy(incoming, data_, static_cast<std::size_t>(size_bytes));
    if (!is_copy_) return;
    // Its address came from this pool.
    simulation.payloads.release(const_cast<std::byte*>(data_),
                                static_cast<std::size_t>(content_bytes_));
    is_copy_ = false;
  }
  // The sender gets its buffer back before the message was delivered.
  void keep(Simulation& simulation) {
    if (content_bytes_ == 0) return;
    const auto size_bytes = static_cast<std::size_t>(content_bytes_);
    std::byte* const copy = simulation.payloads.acquire(size_bytes);
    std::memcpy(copy, data_, size_bytes);
    data_ = copy;
    is_copy_ = true;
  }

 private:
  const std::byte* data_ = nullptr;  // of the sender, or our copy of it
  MPI_Count content_bytes_ = 0;
  bool is_copy_ = false;
};

// A message comes to a place whose message before it was not received yet.
[[gnu::cold, gnu::noinline]] inline void refuse_round(const Rank& sender, const Rank& receiver,
                                                      int round) {
  refuse(sender, fmt::format("{} gets a message of round {}, and has not received that before it",
                             describe_rank(receiver), round));
}

// What the sender pays before the send is posted. REQUIRES: the step sends.
inline double send_overhead_s(Simulation& simulation, const Step& step, const Rank& sender,
                              const Rank& receiver) {
  p2p::OverheadTables& all = simulation.overheads;
  if (!all.any) return 0;
  const auto size_bytes = static_cast<double>(step.outgoing_bytes);
  const bool is_begun = step.kind == Step::Kind::begun_send ||
                        (step.kind == Step::Kind::one_call && step.receive_from != Step::nobody);
  if (!is_begun && !(size_bytes < simulation.tuning.detached_bytes)) return 0;
  p2p::Overhead& overhead = is_begun ? all.nonblocking_send : all.blocking_send;
  return overhead.seconds(size_bytes, sender.process, {sender.host, receiver.host});
}

// What the receiver pays for a message whose sender had not to wait (MODELS 7.3).
inline double receive_overhead_s(Simulation& simulation, MPI_Count size_bytes, const Rank& sender,
                                 const Rank& receiver) {
  p2p::OverheadTables& all = simulation.overheads;
  if (!all.any) return 0;
  return all.receive.seconds(static_cast<double>(size_bytes), receiver.process,
                             {sender.host, receiver.host});
}

}  // namespace smpi::exchange
