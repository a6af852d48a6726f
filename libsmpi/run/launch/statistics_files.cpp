// SPDX-License-Identifier: BSD-3-Clause
//
// Matrices of many ranks are left out: the JSON has them as lists of pairs.
#include "libsmpi/run/launch/statistics_files.h"

#include <array>
#include <filesystem>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/watch/record/statistics_report.h"

namespace smpi::launch {
namespace {

struct Matrix {
  const char* suffix;
  record::MatrixOf what;
};
constexpr std::array<Matrix, 2> matrices = {
    {{".messages.csv", record::MatrixOf::messages}, {".bytes.csv", record::MatrixOf::bytes}}};

ResultFile statistics_file(const std::string& path) {
  return {.path = path, .what = "statistics"};
}

ResultFile matrix_file(const std::string& path, const Matrix& matrix) {
  return statistics_file(std::filesystem::path(path).replace_extension(matrix.suffix).string());
}

}  // namespace

void require_statistics(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".json") {
    throw kernel::InputError("statistics go to a file .json",
                             {.text = path, .hint = "--stats FILE.json"});
  }
  statistics_file(path).require_writable();
  for (const Matrix& matrix : matrices) matrix_file(path, matrix).require_writable();
}

void write_statistics(const std::string& path, const record::RunStatistics& statistics,
                      const Simulation& simulation) {
  statistics_file(path).write(record::statistics_json(statistics, simulation));
  if (simulation.ranks.size() > record::dense_ranks_max) return;
  for (const Matrix& matrix : matrices) {
    matrix_file(path, matrix).write(record::matrix_csv(statistics, simulation, matrix.what));
  }
}

}  // namespace smpi::launch
