// SPDX-License-Identifier: BSD-3-Clause
//
// Makes rows and tells their observers.
#include "libsmpi/cost/devices/work_rows.h"

#include <fmt/format.h>

#include "libsmpi/cost/devices/rank_devices.h"

namespace smpi::devices {

std::uint32_t WorkRows::add(RankDevices& owner, std::uint32_t device, const std::string& name) {
  rows_.push_back({.rank = &owner.rank,
                   .index = static_cast<std::uint32_t>(rows_.size()),
                   .number = owner.row_count++,
                   .device = device,
                   .name = fmt::format("device {} {}", device, name)});
  return static_cast<std::uint32_t>(rows_.size());
}

void WorkRows::begin(std::uint32_t row, const models::OperationCost& cost) {
  for (DeviceObserver* const observer : observers_)
    observer->begin_device_work(rows_[row - 1], cost);
}

void WorkRows::end(std::uint32_t row, const models::OperationCost& cost) {
  for (DeviceObserver* const observer : observers_) observer->end_device_work(rows_[row - 1], cost);
}

}  // namespace smpi::devices
