// SPDX-License-Identifier: BSD-3-Clause
//
// Which reader reads a file.
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi::trace {

std::unique_ptr<Trace> open_trace(const std::string& path, const TraceOptions& options) {
  if (is_compressed_trace(path)) return open_compressed_trace(path, options);
  return open_text_trace(path, options);
}

}  // namespace smpi::trace
