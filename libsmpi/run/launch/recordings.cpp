// SPDX-License-Identifier: BSD-3-Clause
//
// One member for each option.
#include "libsmpi/run/launch/recordings.h"

#include <algorithm>
#include <numeric>

#include "kernel/print.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/report.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/run/launch/statistics_files.h"
#include "libsmpi/run/placement/comm_matrix.h"

namespace smpi::launch {
namespace {

ResultFile comm_matrix_file(const Arguments& arguments) {
  return {.path = arguments.comm_matrix_file, .what = "communication matrix"};
}

ResultFile call_statistics_file(const Arguments& arguments) {
  return {.path = arguments.call_statistics_file, .what = "call statistics"};
}

}  // namespace

void Recordings::require_possible(const Arguments& arguments) {
  if (!arguments.call_statistics_file.empty()) call_statistics_file(arguments).require_writable();
  if (!arguments.statistics_file.empty()) require_statistics(arguments.statistics_file);
  if (!arguments.comm_matrix_file.empty()) comm_matrix_file(arguments).require_writable();
  if (!arguments.report_file.empty()) require_report_possible(arguments);
}

Recordings::Recordings(const Arguments& arguments, Simulation& simulation, std::size_t rank_count)
    : arguments_(arguments),
      simulation_(simulation),
      timeline_files_(timeline_files(arguments, simulation.options)) {
  if (!arguments.call_statistics_file.empty()) statistics_.emplace(simulation);
  if (!arguments.comm_matrix_file.empty()) message_counts_.emplace(simulation);
  if (!arguments.statistics_file.empty()) run_statistics_.emplace(simulation);
  if (arguments.counts_useful_time) useful_time_.emplace(simulation);
  if (!arguments.transfers_file.empty() || arguments.other_transfers != nullptr) {
    transfer_times_.emplace(simulation);
  }
  timelines_ = record_timelines(timeline_files_, simulation, rank_count);
  if (!arguments.report_file.empty() || !arguments.run_record.empty()) {
    prepare_report(arguments, simulation);
    report_.emplace(simulation);
  }
  if (simulation.options.boolean("smpi/kernel-times")) kernel_times_.emplace(simulation);
}

void Recordings::start_trace(Simulation& simulation) {
  if (arguments_.trace.is_time_independent) trace_.emplace(simulation);
}

nlohmann::ordered_json Recordings::useful() const {
  if (!useful_time_) return {};
  const std::vector<double> useful_s = useful_time_->useful_s();
  const double sum_s = std::accumulate(useful_s.begin(), useful_s.end(), 0.0);
  return {{"mean_s", sum_s / static_cast<double>(useful_s.size())},
          {"max_s", std::ranges::max(useful_s)},
          {"calls", useful_time_->call_count()}};
}

nlohmann::ordered_json Recordings::kernels() const {
  return kernel_times_ ? kernel_times_->json() : nlohmann::ordered_json();
}

void Recordings::write(const Summary& summary) {
  if (trace_) trace_->finish();
  if (timelines_) write_timelines(timeline_files_, *timelines_, arguments_.quiet);
  if (run_statistics_) write_statistics(arguments_.statistics_file, *run_statistics_, simulation_);
  if (report_) write_report(summary);
  if (statistics_) call_statistics_file(arguments_).write(statistics_->csv());
  if (transfer_times_) write_transfers();
  if (!message_counts_) return;
  comm_matrix_file(arguments_).write(placement::comm_matrix_text(*message_counts_));
}

void Recordings::write_transfers() const {
  if (arguments_.other_transfers != nullptr) {
    kernel::print_message("{}", transfer_times_->compare_with(arguments_.other_transfers->read()));
  } else {
    ResultFile{.path = arguments_.transfers_file, .what = "list of messages"}.write(
        transfer_times_->bytes());
  }
}

void Recordings::write_report(const Summary& summary) {
  const auto record = record_json(arguments_, simulation_, summary, *report_);
  if (arguments_.run_record.empty()) return launch::write_report(arguments_.report_file, record);
  ResultFile{.path = arguments_.run_record, .what = "record"}.write(
      record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace smpi::launch
