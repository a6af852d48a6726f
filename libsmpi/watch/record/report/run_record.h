// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --report: all that the page of a run shows, recorded while the program runs, in memory
// that does not grow with the run: some 20 MB, and 48 bytes more per rank and 300 per link in use.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "libsmpi/cost/devices/work_rows.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "libsmpi/watch/record/report/arrows.h"
#include "libsmpi/watch/record/report/block_matrix.h"
#include "libsmpi/watch/record/report/call_table.h"
#include "libsmpi/watch/record/report/link_load.h"
#include "libsmpi/watch/record/report/message_sizes.h"
#include "libsmpi/watch/record/report/owed_kernels.h"
#include "libsmpi/watch/record/report/timeline.h"

namespace smpi {

class Simulation;

namespace record {

class RunRecord final : public Observer, public KernelObserver, public devices::DeviceObserver {
 public:
  // Records from now on; must outlive the run.
  explicit RunRecord(Simulation& simulation);
  ~RunRecord() override;
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  void leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) override;
  void send_message(const p2p::Message& message) override;
  void start_flow(const Transfer& transfer) override;
  void end_flow(const Transfer& transfer) override;
  void owe_kernel(const Rank& rank, const char* name, double flops) override;
  void pay_owed_work(const Rank& rank, double flops, double begin_s) override;
  void begin_device_work(const devices::WorkRow& place, const models::OperationCost& work) override;
  void end_device_work(const devices::WorkRow& place, const models::OperationCost& work) override;

  // After the run, once. docs/report.md names the keys.
  nlohmann::ordered_json json();

 private:
  void end_open_calls();
  nlohmann::ordered_json timeline_json() const;
  nlohmann::ordered_json streams_json(double tick_s) const;
  nlohmann::ordered_json ranks_json() const;

  Simulation& simulation_;
  CallTable calls_;
  OwedKernels owed_;
  Timeline timeline_;
  // Streams of devices, by the index of their rows; what one does since when.
  struct Stream {
    const devices::WorkRow* place;
    double begin_s;
  };
  std::vector<Stream> streams_;
  Timeline stream_timeline_;
  Arrows arrows_;
  BlockMatrix rank_matrix_;
  BlockMatrix host_matrix_;
  MessageSizes sizes_;
  LinkLoad links_;
  std::vector<double> in_mpi_s_;  // by process
  std::size_t topic_count_ = topic_count_without_devices;
};

}  // namespace record
}  // namespace smpi
