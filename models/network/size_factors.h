// SPDX-License-Identifier: BSD-3-Clause
//
// The correction factors of a message. Programs send few sizes many times, so those of sixteen
// sizes are kept: a look at the tables takes as long as the rest of starting a flow.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/network/factors.h"
#include "models/network/scaled_flows.h"

namespace smpi::models {

class SizeFactors {
 public:
  struct Factors {
    double size_bytes = -1;
    double latency_factor = 1;
    double bandwidth_factor = 1;
  };

  // Both must outlive this object.
  SizeFactors(const StepTable& latency, const StepTable& bandwidth, const FlowScale& scale = {})
      : latency_(&latency), bandwidth_(&bandwidth), scale_(scale) {}

  const FlowScale& scale() const { return scale_; }

  // Of `size_bytes`, at least 0; valid until the next call.
  const Factors& of(double size_bytes) {
    const std::uint64_t hash = std::bit_cast<std::uint64_t>(size_bytes) * 0x9e3779b97f4a7c15ULL;
    Factors& kept = kept_[hash >> 60];
    if (kept.size_bytes != size_bytes) [[unlikely]] {
      kept = {size_bytes, latency_->at(size_bytes) * scale_.latency_factor,
              bandwidth_->at(size_bytes) / scale_.byte_factor};
    }
    return kept;
  }

 private:
  const StepTable* latency_;
  const StepTable* bandwidth_;
  FlowScale scale_;
  std::array<Factors, 16> kept_;
};

}  // namespace smpi::models
