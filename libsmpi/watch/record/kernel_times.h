// SPDX-License-Identifier: BSD-3-Clause
//
// How long ranks were in each modelled kernel (smpi/kernel-times), for the summary of a run.
//
// Apart from the record of a report: whoever observes calls and messages sees each of them, so
// nothing collapses and no pair of flows is one; kernels alone are known without that, at the price
// of a look into a table a call.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/runtime/work_observer.h"
#include "libsmpi/watch/record/report/owed_kernels.h"

namespace smpi {

class Simulation;

namespace record {

class KernelTimes final : public KernelObserver {
 public:
  // Beside whoever observes kernels already, who must outlive this.
  explicit KernelTimes(const Simulation& simulation);
  ~KernelTimes() override;
  KernelTimes(const KernelTimes&) = delete;
  KernelTimes& operator=(const KernelTimes&) = delete;

  void owe_kernel(const Rank& rank, const char* name, double flops) override;
  void pay_owed_work(const Rank& rank, double flops, double begin_s) override;

  // Simulated seconds of all ranks together, by the names of the kernels.
  nlohmann::ordered_json json() const;

 private:
  struct Kernel {
    std::string_view name;
    double seconds_s = 0;
  };
  std::uint32_t number_of(const char* name);

  const Simulation& simulation_;
  KernelObserver* beside_;
  OwedKernels owed_;
  std::vector<Kernel> kernels_;  // in the order of their first calls; a name may have several
  std::unordered_map<const char*, std::uint32_t> numbers_;  // by the address of their names
};

}  // namespace record
}  // namespace smpi
