// SPDX-License-Identifier: BSD-3-Clause
//
// A trace as those who replay or print it see it, whatever its file looks like.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

class Trace {
 public:
  virtual ~Trace() = default;
  virtual std::uint32_t rank_count() const = 0;
  // Of all ranks; 0: not known.
  virtual std::uint64_t action_count() const = 0;
  // The actions of a rank, from its first one. The cursor must not outlive the trace.
  virtual std::unique_ptr<Cursor> cursor(std::uint32_t rank) = 0;
  virtual const Texts& texts() const = 0;
  // Where an action of a rank stands, for reports: "trace.txt:17", or "action 1204 of rank 3 in
  // FILE".
  virtual std::string place(std::uint32_t rank, std::uint64_t position) const = 0;
  // What the user should know before a replay.
  virtual const std::vector<std::string>& warnings() const = 0;
  // Ranks that the recording left out on purpose, in order. They have no actions; what the others
  // exchange with them has one side only.
  virtual std::vector<std::uint32_t> unrecorded_ranks() const { return {}; }
};

struct TraceOptions {
  // As the user said; nothing: as the trace says.
  std::optional<std::uint32_t> rank_count;
  bool is_old = false;  // text in SimGrid's format up to 3.19, even if it does not look so
};

// Opens what `smpirun -replay` and smpi-trace take: an index of text files (one path per line,
// relative to the working folder, else to the index), or a file with actions. Checks every line:
// throws kernel::InputError with file and line.
std::unique_ptr<Trace> open_text_trace(const std::string& path, const TraceOptions& options);

// The same for any kind of trace, told by its first bytes.
std::unique_ptr<Trace> open_trace(const std::string& path, const TraceOptions& options);

}  // namespace smpi::trace
