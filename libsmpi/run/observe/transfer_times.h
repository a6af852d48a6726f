// SPDX-License-Identifier: BSD-3-Clause
//
// When each message of a run was on the wire, and in which messages and on which links two runs of
// a program differ: for smpirun --compare-models, whose runs have different models of the network.
//
// Messages of two runs are the same when they have the same sender, receiver and size, and the same
// number among these. What a message took longer counts for all links of its way: a link that makes
// the difference stands out, as it is on the ways of many messages that do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/runtime/observers.h"

namespace smpi {
class Simulation;
}

namespace smpi::observe {

class TransferTimes final : public Observer {
 public:
  // From now on; must outlive the run.
  explicit TransferTimes(Simulation& simulation);

  void start_flow(const Transfer& transfer) override;
  void end_flow(const Transfer& transfer) override;

  // For another process.
  std::string bytes() const;
  // What the other run's bytes() and this run have in common, and where they differ.
  std::string compare_with(std::string_view other_bytes) const;

 private:
  struct Row {
    std::uint32_t sender;  // processes
    std::uint32_t receiver;
    models::HostId source;
    models::HostId destination;
    std::int64_t size_bytes;
    double start_s;
    double duration_s;  // negative: it has not ended
  };
  struct Difference;

  std::vector<Difference> differences(const std::vector<Row>& other,
                                      std::uint64_t& unmatched) const;
  std::string by_size(const std::vector<Difference>& differences) const;
  std::string by_pair(const std::vector<Difference>& differences) const;
  std::string by_link(const std::vector<Difference>& differences) const;

  Simulation& simulation_;
  std::vector<Row> rows_;
  std::unordered_map<std::uint64_t, std::size_t> under_way_;  // rows, by number of the transfer
};

}  // namespace smpi::observe
