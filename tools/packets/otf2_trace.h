// SPDX-License-Identifier: BSD-3-Clause
//
// OTF2 archives as traces (libsmpi/watch/trace/trace.h): of smpirun --export, or of a real run.
//
// Sizes of collectives with different blocks come from what all ranks gave and got, as an archive
// has no lists of them; alltoallv and alltoallw have equal blocks. Seconds between calls are kept
// as they are: no host's speed counts.
#pragma once

#include <memory>
#include <string>

#include "libsmpi/watch/trace/trace.h"

namespace smpi::packets {

// A folder with an anchor file, or that file: NAME.otf2.
bool is_otf2_archive(const std::string& path);
// Cursors may be used on different threads. Throws InputError.
std::shared_ptr<trace::Trace> read_otf2_archive(const std::string& path);

}  // namespace smpi::packets
