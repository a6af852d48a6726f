// SPDX-License-Identifier: BSD-3-Clause
//
// Formats of timelines, by the suffix of their files.
#pragma once

#include <memory>
#include <string>

#include "kernel/options.h"
#include "libsmpi/watch/record/timeline/sink.h"
#include "models/platform/platform.h"

namespace smpi::record {

struct TimelineFile {
  std::string path;
  bool is_paje = false;  // whatever its suffix is
};

// Throws InputError: the suffix is of no format, this build has not its library, or the system
// would not write there.
void require_timeline(const TimelineFile& file);

// Is it written as a folder? REQUIRES: require_timeline() did not throw.
bool is_folder(const TimelineFile& file);

// REQUIRES: require_timeline() did not throw. Throws InputError for wrong options.
std::unique_ptr<Sink> make_sink(const TimelineFile& file, const kernel::Options& options,
                                const models::Platform& platform);

// "run.json (Perfetto, Chromium), ..." for help texts and hints.
std::string timeline_formats();

}  // namespace smpi::record
