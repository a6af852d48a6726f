// SPDX-License-Identifier: BSD-3-Clause
//
// The timelines that a run writes: those of --export, and SimGrid's -trace.
#pragma once

#include <memory>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/watch/record/timeline/formats.h"
#include "libsmpi/watch/record/timeline/recorder.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

// What SimGrid's options of traces say, as options of --cfg.
void set_trace_options(const Arguments& arguments, kernel::Options& options);

// Throws InputError where no timeline can be written.
std::vector<record::TimelineFile> timeline_files(const Arguments& arguments,
                                                 const kernel::Options& options);

// nullptr: no timeline is wanted. Throws InputError.
std::unique_ptr<record::Recorder> record_timelines(const std::vector<record::TimelineFile>& files,
                                                   Simulation& simulation, std::size_t rank_count);

// Writes the files, after the run, and says what is in them. Throws InputError.
void write_timelines(const std::vector<record::TimelineFile>& files, record::Recorder& recorder,
                     bool quiet);

}  // namespace smpi::launch
