// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI calls of a run, in the order in which they were made, for another process to read.
//
// The log is a file without a name, mapped shared: what was written is there however the writer
// ended, also by a crash. It grows as it is written, up to a limit far beyond any small case. Room
// on the disk is taken before it is written: a page without room would be a signal that looks like
// a crash of the program. A run whose log has no more room ends.
//
//   word 0       number of words in use
//   word 1       why there was no more room: an error of the system, or 0
//   a call       rank << 32 | function << 8 | arguments, site, argument, argument, ...
//   a site       all ones, number of bytes, text: where calls come from
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::observe {

struct LoggedCall {
  std::uint32_t rank;
  std::size_t function;
  std::uint64_t site;  // as add_site() returned it
  std::span<const std::uint64_t> arguments;
};

class CallLog {
 public:
  // Makes an empty log on the disk of `folder`. Throws InputError. From now on a limit on the size
  // of files is an error, not SIGXFSZ.
  explicit CallLog(const std::string& folder);
  ~CallLog();
  CallLog(const CallLog&) = delete;
  CallLog& operator=(const CallLog&) = delete;

  // Throws InputError when the run ended because there was no more room.
  void require_complete() const;

  // Both end the process when there is no more room.
  std::uint64_t add_site(std::string_view text);
  void add(const LoggedCall& call);

  // Places of the calls of each rank, in order; for call_at().
  std::vector<std::vector<std::uint64_t>> calls_by_rank() const;
  LoggedCall call_at(std::uint64_t place) const;
  std::string_view site_text(std::uint64_t site) const;

 private:
  // The next `count` words, which belong to the caller.
  std::uint64_t* take(std::size_t count);
  // Returns an error of the system, or 0.
  int reserve(std::size_t size_bytes);

  std::string folder_;
  int file_ = -1;
  std::size_t reserved_bytes_ = 0;  // as far as this process knows
  std::uint64_t* words_ = nullptr;
};

}  // namespace smpi::observe
