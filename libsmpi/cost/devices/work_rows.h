// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of timelines for what devices do: one for each stream of a rank on a device, and one for
// the copies of its messages in each direction. What is in a row never overlaps: a stream is a
// queue, and so is the engine of a direction.
//
// Whoever records a run observes them. Without observers no operation has a row.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/device/operations.h"

namespace smpi {
struct Rank;
}

namespace smpi::devices {

class RankDevices;

struct WorkRow {
  const Rank* rank = nullptr;
  std::uint32_t index = 0;   // of all rows of the run, in the order in which they appear
  std::uint32_t number = 0;  // of the rank's rows, from 0 on
  std::uint32_t device = 0;  // to the rank
  std::string name;          // "device 0 stream 1"
};

class DeviceObserver {
 public:
  virtual ~DeviceObserver() = default;
  // At the simulated time of the call, outside of ranks.
  virtual void begin_device_work(const WorkRow& row, const models::OperationCost& work) = 0;
  virtual void end_device_work(const WorkRow& row, const models::OperationCost& work) = 0;
};

class WorkRows final : public models::OperationWatcher {
 public:
  // Observers are added before the run.
  void add_observer(DeviceObserver& observer) { observers_.push_back(&observer); }
  bool is_observed() const { return !observers_.empty(); }

  // The row of `place`, where 0 is "none yet", with a name that `name()` makes.
  template <class Name>
  std::uint32_t row_of(std::uint32_t& place, RankDevices& owner, std::uint32_t device,
                       Name&& name) {
    if (place == 0) place = add(owner, device, name());
    return place;
  }

 private:
  std::uint32_t add(RankDevices& owner, std::uint32_t device, const std::string& name);
  void begin(std::uint32_t row, const models::OperationCost& cost) override;
  void end(std::uint32_t row, const models::OperationCost& cost) override;

  std::vector<DeviceObserver*> observers_;
  std::deque<WorkRow> rows_;  // number n is at n - 1
};

}  // namespace smpi::devices
