// SPDX-License-Identifier: BSD-3-Clause
//
// Splits at a call: an observer that counts calls of one function and asks for a pause. It is there
// only where a plan asks for it.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/engine.h"
#include "libsmpi/ranks/runtime/observers.h"

namespace smpi::futures {

class CallCounter final : public Observer {
 public:
  explicit CallCounter(kernel::Engine& engine) : engine_(engine) {}

  // Pauses at the end of the instant of the `count`-th call from now on, by any rank.
  void pause_at(std::string function, std::uint64_t count) {
    function_ = std::move(function);
    left_ = count;
  }

  void enter_call(const Rank& rank, const CallRecord& call) override;

 private:
  kernel::Engine& engine_;
  std::string function_;
  std::uint64_t left_ = 0;  // 0: none is waited for
};

}  // namespace smpi::futures
