// SPDX-License-Identifier: BSD-3-Clause
//
// Sums, kept while the program runs.
#include "libsmpi/watch/record/kernel_times.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::record {

KernelTimes::KernelTimes(const Simulation& simulation)
    : simulation_(simulation), beside_(std::exchange(kernel_observer, this)) {}

KernelTimes::~KernelTimes() {
  kernel_observer = beside_;
}

std::uint32_t KernelTimes::number_of(const char* name) {
  const auto [found, is_new] =
      numbers_.try_emplace(name, static_cast<std::uint32_t>(kernels_.size()));
  if (is_new) kernels_.push_back({.name = name});
  return found->second;
}

void KernelTimes::owe_kernel(const Rank& rank, const char* name, double flops) {
  if (beside_ != nullptr) beside_->owe_kernel(rank, name, flops);
  owed_.owe(rank.process, number_of(name), flops);
}

void KernelTimes::pay_owed_work(const Rank& rank, double flops, double begin_s) {
  if (beside_ != nullptr) beside_->pay_owed_work(rank, flops, begin_s);
  owed_.pay(rank.process, flops, begin_s, simulation_.engine.now_s(),
            [this](std::uint32_t kernel, double from_s, double to_s) {
              kernels_[kernel].seconds_s += to_s - from_s;
            });
}

nlohmann::ordered_json KernelTimes::json() const {
  std::map<std::string_view, double> sums_s;
  for (const auto& [name, seconds_s] : kernels_) sums_s[name] += seconds_s;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, seconds_s] : sums_s) json[std::string(name)] = seconds_s;
  return json;
}

}  // namespace smpi::record
