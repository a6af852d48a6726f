// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a trace as text: an index file F, and F_files/rank-<rank>.txt for each rank, or one file
// for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

class TextWriter final : public Sink {
 public:
  enum class Files : std::uint8_t { per_rank, one };

  // Makes the folder and empty files. Throws kernel::InputError when it cannot.
  TextWriter(std::string path, std::uint32_t rank_count, Files files, const Texts& texts);
  // The file of one rank, which begins with a comment: other processes write the others.
  TextWriter(std::string path, std::uint32_t rank, const std::string& comment, const Texts& texts);
  ~TextWriter() override;

  // Says that a rank was not recorded; before anything is added.
  void note_unrecorded(std::uint32_t rank);
  // Level 2 is announced by @ti2 behind init, where SimGrid stops with a clear message.
  void add(std::uint32_t rank, const Action& action) override;
  // Writes what is left. Throws kernel::InputError when the disk is full.
  void finish();
  // Where the text of a rank is, and the file that says so.
  static std::string path_of(const std::string& path, std::uint32_t rank);
  static void write_index(const std::string& path, std::uint32_t rank_count);
  // Bytes of text so far.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  // Text of one rank that is not in its file yet. Files are opened for each piece: there may be
  // more ranks than a process may have open files.
  struct Part {
    std::string text;
    std::uint64_t written_bytes = 0;  // to the file, before `text`
    std::uint64_t mark_at = 0;        // where @ti2 goes
    bool has_mark = false;
    bool uses_level_2 = false;
  };
  std::string path_of(std::uint32_t rank) const;
  void make_folder() const;
  void announce_level_2(std::uint32_t rank, Part& part);
  void write(std::uint32_t rank, Part& part);

  std::string path_;
  Files files_;
  const Texts& texts_;
  std::vector<Part> parts_;         // by rank
  std::uint64_t shared_bytes_ = 0;  // of the one file
  std::uint64_t size_bytes_ = 0;
};

}  // namespace smpi::trace
