// SPDX-License-Identifier: BSD-3-Clause
//
// A table in a file: a line of column names, then rows of as many fields, separated by commas.
// Whatever is wrong with it is an InputError with its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::calibrate::network {

class CsvFile {
 public:
  // Throws InputError unless the file can be read, ends with a whole line and has these columns.
  CsvFile(const std::string& path, std::string_view columns);

  std::size_t row_count() const { return rows_.size(); }
  std::string_view field(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  std::string text(std::size_t row, std::size_t column) const {
    return std::string(field(row, column));
  }
  // Throw InputError unless the field is a finite number of at least `least`.
  double number(std::size_t row, std::size_t column, double least) const;
  std::int64_t whole(std::size_t row, std::size_t column, std::int64_t least) const;
  [[noreturn]] void refuse(std::size_t row, std::string_view message, std::string_view text,
                           std::string_view hint = "") const;

 private:
  std::string path_, content_;
  std::vector<std::string_view> names_;
  std::vector<std::vector<std::string_view>> rows_;
};

}  // namespace smpi::calibrate::network
