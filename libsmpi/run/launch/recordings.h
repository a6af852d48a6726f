// SPDX-License-Identifier: BSD-3-Clause
//
// What is written down of a run for files of their own: timelines, traces, statistics, the record
// of a report. Each option has its own; they begin before the run and are written when it is over.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/recorded_trace.h"
#include "libsmpi/run/launch/summary.h"
#include "libsmpi/run/launch/timelines.h"
#include "libsmpi/run/observe/transfer_times.h"
#include "libsmpi/run/placement/message_counts.h"
#include "libsmpi/watch/record/call_statistics.h"
#include "libsmpi/watch/record/kernel_times.h"
#include "libsmpi/watch/record/report/run_record.h"
#include "libsmpi/watch/record/run_statistics.h"
#include "libsmpi/watch/record/useful_time.h"

namespace smpi::launch {

class Recordings {
 public:
  // Before anything runs. Throws InputError for files that cannot be written.
  static void require_possible(const Arguments& arguments);

  Recordings(const Arguments& arguments, Simulation& simulation, std::size_t rank_count);
  // It has files from its start, so nothing may be wrong any more.
  void start_trace(Simulation& simulation);
  // Of a run of --pop, else null.
  nlohmann::ordered_json useful() const;
  // Seconds by kernel, where smpi/kernel-times wants them, else null.
  nlohmann::ordered_json kernels() const;
  void write(const Summary& summary);

 private:
  void write_report(const Summary& summary);
  void write_transfers() const;

  const Arguments& arguments_;
  Simulation& simulation_;
  std::optional<record::CallStatistics> statistics_;
  std::optional<record::RunStatistics> run_statistics_;
  std::optional<placement::MessageCounts> message_counts_;
  std::optional<record::UsefulTime> useful_time_;
  std::optional<observe::TransferTimes> transfer_times_;
  std::optional<RecordedTrace> trace_;
  std::vector<record::TimelineFile> timeline_files_;
  std::unique_ptr<record::Recorder> timelines_;
  std::optional<record::RunRecord> report_;
  std::optional<record::KernelTimes> kernel_times_;  // beside the report, which must outlive it
};

}  // namespace smpi::launch
