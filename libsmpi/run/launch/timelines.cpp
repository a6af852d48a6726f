// SPDX-License-Identifier: BSD-3-Clause
//
// Files, options and messages of timelines.
#include "libsmpi/run/launch/timelines.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/print.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/launch/result_file.h"
#include "models/platform/units.h"

namespace smpi::launch {

void set_trace_options(const Arguments& arguments, kernel::Options& options) {
  const TraceWords& words = arguments.trace;
  if (words.is_wanted) options.set("tracing", "yes");
  if (words.is_grouped) options.set("tracing/smpi/group", "yes");
  if (!words.file.empty()) options.set("tracing/filename", words.file);
  if (!words.comment.empty()) options.set("tracing/comment", words.comment);
  if (!words.comment_file.empty()) options.set("tracing/comment-file", words.comment_file);
}

std::vector<record::TimelineFile> timeline_files(const Arguments& arguments,
                                                 const kernel::Options& options) {
  std::vector<record::TimelineFile> files;
  if (arguments.explored || arguments.alone_job) return files;
  for (const std::string& path : arguments.exports) files.push_back({.path = path});
  if (options.boolean("tracing")) {
    if (arguments.trace.is_time_independent && options.is_set("tracing/filename")) {
      throw kernel::InputError("-trace and -trace-ti in one file",
                               {.text = "-trace-file " + options.text("tracing/filename"),
                                .hint = "leave -trace-file out, or use --export FILE.trace"});
    }
    files.push_back({.path = options.text("tracing/filename"), .is_paje = true});
  }
  for (const record::TimelineFile& file : files) {
    record::require_timeline(file);
    if (!record::is_folder(file) || !kernel::is_there(file.path)) {
      ResultFile{.path = file.path, .what = "timeline"}.require_writable();
    }
    const auto count = std::ranges::count(files, file.path, &record::TimelineFile::path);
    if (count > 1) throw kernel::InputError("two timelines in one file", {.text = file.path});
  }
  return files;
}

std::unique_ptr<record::Recorder> record_timelines(const std::vector<record::TimelineFile>& files,
                                                   Simulation& simulation, std::size_t rank_count) {
  record::Selection selection =
      record::selection_of(simulation.options, static_cast<std::uint32_t>(rank_count));
  if (files.empty()) return nullptr;
  auto recorder = std::make_unique<record::Recorder>(simulation, std::move(selection));
  for (const record::TimelineFile& file : files) {
    recorder->add(record::make_sink(file, simulation.options, simulation.platform));
  }
  return recorder;
}

void write_timelines(const std::vector<record::TimelineFile>& files, record::Recorder& recorder,
                     bool quiet) {
  const std::vector<std::uint64_t> sizes_bytes = recorder.close();
  if (quiet) return;
  for (std::size_t i = 0; i < files.size(); i++) {
    kernel::print_message("smpirun: timeline {}: {}\n", shown_path(files[i].path),
                          models::format_size(static_cast<double>(sizes_bytes[i])));
  }
  std::istringstream lines(recorder.report());
  for (std::string line; std::getline(lines, line);) {
    kernel::print_message("smpirun: {}\n", line);
  }
}

}  // namespace smpi::launch
