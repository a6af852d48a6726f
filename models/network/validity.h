// SPDX-License-Identifier: BSD-3-Clause
//
// Whether a run stays where a measured network is known to hold (MODELS 12.5): sizes that
// were measured, and few flows at once into one host. Beyond these factors are extrapolated, and
// real switches drop packets, which no model of flows sees.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "models/network/calibration.h"
#include "models/network/measured.h"

namespace smpi::models {

class ValidityWatch {
 public:
  ValidityWatch(const kernel::Engine& engine, const SizeRange& measured, std::size_t host_count)
      : engine_(engine), measured_(measured), ports_(host_count) {}

  void flow_starts(HostId source, HostId destination, double size_bytes);
  void flow_ends(HostId source, HostId destination);
  NetworkValidity result() const;

 private:
  struct Port {
    std::uint32_t flow_count = 0;
    double crowded_since_s = 0;
    double crowded_s = 0;  // before that
  };
  const kernel::Engine& engine_;
  SizeRange measured_;
  std::vector<Port> ports_;  // by host
  std::uint64_t message_count_ = 0;
  std::uint64_t beyond_count_ = 0;
  double byte_count_ = 0;
  double beyond_bytes_ = 0;
};

}  // namespace smpi::models
