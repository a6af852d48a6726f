// SPDX-License-Identifier: BSD-3-Clause
//
// The folder of the workers' files: who writes what became of runs, and who reads it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/study/store/outcome.h"

namespace smpi::study {

// The end of a worker's file.
class PartWriter {
 public:
  // Goes on after what is there; half a line gets its end. Throws std::system_error.
  explicit PartWriter(const std::string& path);
  ~PartWriter();
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;

  // On the disk when it returns. Throws std::system_error; then the file ends as before.
  void append(const Outcome& outcome);

 private:
  int descriptor_;
  std::int64_t size_bytes_;
};

// The whole lines of one file; none where there is none.
std::vector<Outcome> read_part(const std::string& path);

// All files of the folder, each read once from its start to its end.
class PartReader {
 public:
  explicit PartReader(std::string folder) : folder_(std::move(folder)) {}

  // How much of a file was read in an earlier life.
  void start_at(const std::string& name, std::int64_t offset_bytes) {
    offsets_bytes_[name] = offset_bytes;
  }
  // The whole lines that were not read yet. The folder is listed anew each time: asking for names
  // makes network file systems remember that they do not exist.
  std::vector<Outcome> take();
  const std::map<std::string, std::int64_t>& offsets_bytes() const { return offsets_bytes_; }

 private:
  void take_from(const std::string& name, std::vector<Outcome>& outcomes);

  std::string folder_;
  std::map<std::string, std::int64_t> offsets_bytes_;
};

}  // namespace smpi::study
