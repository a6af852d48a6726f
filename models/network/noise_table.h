// SPDX-License-Identifier: BSD-3-Clause
//
// Factors of mean 1 by which a time varies, by size of message (MODELS 12.4). A row is a
// relative standard deviation, or a mixture of modes, as messages that sometimes meet an interrupt
// have. Each mode is log-normal, so no time is negative; all of them are divided by their mean, so
// noise spreads times and does not shift them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/random_stream.h"

namespace smpi::models {

class NoiseTable {
 public:
  // No noise: every factor is 1.
  NoiseTable() = default;
  // `FROM:DEVIATION;...`, or with modes `FROM:MEAN,DEVIATION,WEIGHT:MEAN,DEVIATION,WEIGHT;...`; a
  // row holds for payloads above FROM, one from 0 for empty messages too. `option` names the table
  // in the InputError thrown when it is malformed.
  NoiseTable(std::string_view option, std::string_view text);

  bool is_empty() const { return rows_.empty(); }
  // The next factor of a message of `size_bytes` payload. Sizes below all rows draw nothing.
  double draw(double size_bytes, kernel::RandomStream& stream) const;

 private:
  struct Mode {
    double mean;
    double relative_deviation;
    double weight;  // all of a row add up to 1
  };
  struct Row {
    double threshold_bytes;
    std::vector<Mode> modes;  // their mean is 1
  };
  static Row row_of(std::string_view option, std::string_view text);
  std::vector<Row> rows_;  // descending thresholds
};

// The random numbers of one purpose, a stream for each process or host: what one draws does not
// depend on others, nor on the order in which they run.
class NoiseStreams {
 public:
  enum class Purpose : std::uint32_t { flow = 1, flow_of_host, send, nonblocking_send, receive };
  NoiseStreams(std::uint64_t seed, Purpose purpose) : seed_(seed), purpose_(purpose) {}

  kernel::RandomStream& of(std::uint32_t index) {
    while (streams_.size() <= index) {
      const std::uint64_t name = std::uint64_t{static_cast<std::uint32_t>(purpose_)} << 32;
      streams_.emplace_back(seed_, first_name + name + streams_.size());
    }
    return streams_[index];
  }

 private:
  // Apart from the streams of modelled computation, which are numbered from 0 on.
  static constexpr std::uint64_t first_name = 0x6e6574776f726b00;  // "network"
  std::uint64_t seed_;
  Purpose purpose_;
  std::vector<kernel::RandomStream> streams_;
};

}  // namespace smpi::models
