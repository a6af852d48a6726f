// SPDX-License-Identifier: BSD-3-Clause
//
// The lines are a table, in the order of the file; runs are the product of the lists in the order
// of HPL's loops. examples/hpl/dat_file.py has the same rules for examples/hpl/run --dat.
#include "tools/study/cluster/hpl_input.h"

#include <fmt/format.h>

#include <array>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "tools/study/cluster/words.h"

namespace smpi::study::cluster {
namespace {

using hpl::Setup;

constexpr std::size_t lines_count = 31;
constexpr std::uint64_t values_most = 20;  // HPL_MAX_PARAM
constexpr int threshold_line = 13;

// What HPL takes for a value outside least .. most, where it takes any.
struct Range {
  std::int64_t least = 0;
  std::int64_t most = INT32_MAX;
  std::int64_t instead = -1;  // -1: HPL refuses it
};

struct Entry {
  int line;
  std::string_view name;
  bool is_list;
  Range range;
  int rows = 1;  // of values: P and Q go together
};

enum Place {
  n,
  nb,
  pmap,
  grids,
  pfact,
  nbmin,
  ndiv,
  rfact,
  bcast,
  depth,
  swap,
  threshold,
  l1,
  u,
  equil,
  align
};

constexpr std::array entries = {
    Entry{5, "N", true, {0}},
    Entry{7, "NB", true, {1}},
    Entry{9, "PMAP", false, {0, 1, 0}},
    Entry{10, "process grids", true, {1}, 2},
    Entry{14, "PFACT", true, {0, 2, 2}},
    Entry{16, "NBMIN", true, {1}},
    Entry{18, "NDIV", true, {2}},
    Entry{20, "RFACT", true, {0, 2, 2}},
    Entry{22, "BCAST", true, {0, 5, 1}},
    Entry{24, "DEPTH", true, {0}},
    Entry{26, "SWAP", false, {0, 2, 1}},
    Entry{27, "swapping threshold", false, {0, INT32_MAX, 0}},
    Entry{28, "form of L1", false, {0, 1, 0}},
    Entry{29, "form of U", false, {0, 1, 0}},
    Entry{30, "equilibration", false, {0, 1, 1}},
    Entry{31, "memory alignment", false, {1, INT32_MAX, 4}},
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : file_(file) {
    while (!text.empty() && lines_.size() < lines_count) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (lines_.size() == lines_count) return;
    throw kernel::InputError(
        fmt::format("HPL's input has {} lines, this file {}", lines_count, lines_.size()),
        {.file = file_, .line = static_cast<int>(std::max<std::size_t>(lines_.size(), 1))});
  }

  std::vector<Setup> parse() {
    check_threshold();
    for (std::size_t i = 0; i < entries.size(); ++i) read(entries.at(i), values_.at(i));
    return runs();
  }

 private:
  using Values = std::array<std::vector<std::uint32_t>, 2>;

  [[noreturn]] void refuse(int line, const std::string& problem) const {
    constexpr std::size_t shown_most = 60;
    throw kernel::InputError(
        problem,
        {.file = file_,
         .line = line,
         .text = std::string(lines_.at(static_cast<std::size_t>(line - 1)).substr(0, shown_most))});
  }

  std::vector<std::int64_t> numbers(int line, std::size_t count, std::string_view name) const {
    std::vector<std::int64_t> found;
    for (const std::string_view word : words_of(lines_.at(static_cast<std::size_t>(line - 1)))) {
      if (found.size() == count) break;
      const auto number = number_of<std::int64_t>(word);
      if (!number || *number > INT32_MAX) break;
      found.push_back(*number);
    }
    if (found.size() < count) {
      refuse(line, fmt::format("{}: {} whole number{} wanted, {} found", name, count,
                               count == 1 ? "" : "s", found.size()));
    }
    return found;
  }

  void check_threshold() const {
    const auto words = words_of(lines_.at(threshold_line - 1));
    if (words.empty() || !number_of<double>(words.front()))
      refuse(threshold_line, "the threshold of the residual is a number");
  }

  void read(const Entry& entry, Values& values) const {
    int line = entry.line;
    std::size_t count = 1;
    if (entry.is_list) {
      const std::int64_t given = numbers(line, 1, fmt::format("number of {}", entry.name)).front();
      if (given < 1 || static_cast<std::uint64_t>(given) > values_most) {
        refuse(line,
               fmt::format("the number of values of {} is from 1 to {}", entry.name, values_most));
      }
      count = static_cast<std::size_t>(given);
      ++line;
    }
    for (int row = 0; row < entry.rows; ++row) {
      for (std::int64_t number : numbers(line + row, count, entry.name)) {
        const auto& [least, most, instead] = entry.range;
        if (number < least || number > most) {
          if (instead < 0)
            refuse(line + row, fmt::format("a value of {} is less than {}", entry.name, least));
          number = instead;
        }
        values.at(static_cast<std::size_t>(row)).push_back(static_cast<std::uint32_t>(number));
      }
    }
  }

  const std::vector<std::uint32_t>& list(Place place) const { return values_.at(place)[0]; }
  std::uint32_t single(Place place) const { return list(place).front(); }

  // Every run of `runs` with every value of a list.
  template <typename Number>
  static void multiply(std::vector<Setup>& runs, const std::vector<std::uint32_t>& values,
                       Number Setup::*member) {
    std::vector<Setup> all;
    for (const Setup& run : runs) {
      for (const std::uint32_t value : values) {
        all.push_back(run);
        all.back().*member = value;
      }
    }
    runs = std::move(all);
  }

  // HPL's loops, the outermost first.
  std::vector<Setup> runs() const {
    Setup base;
    base.pmap = single(pmap);
    base.swap = single(swap);
    base.swap_threshold = single(threshold);
    base.l1 = single(l1);
    base.u = single(u);
    base.equilibration = single(equil);
    base.alignment = single(align);
    std::vector<Setup> all;
    for (std::size_t i = 0; i < list(grids).size(); ++i) {
      all.push_back(base);
      all.back().p = values_.at(grids)[0][i];
      all.back().q = values_.at(grids)[1][i];
    }
    multiply(all, list(n), &Setup::n);
    multiply(all, list(nb), &Setup::nb);
    multiply(all, list(depth), &Setup::depth);
    multiply(all, list(bcast), &Setup::bcast);
    multiply(all, list(rfact), &Setup::rfact);
    multiply(all, list(pfact), &Setup::pfact);
    multiply(all, list(nbmin), &Setup::nbmin);
    multiply(all, list(ndiv), &Setup::ndiv);
    return all;
  }

  const std::string& file_;
  std::vector<std::string_view> lines_;
  std::array<Values, entries.size()> values_;
};

}  // namespace

std::vector<Setup> parse_input(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

std::vector<Setup> read_input(const std::string& path) {
  return parse_input(kernel::read_file(path, "this input of HPL", {.file = path}), path);
}

std::string heading_text() {
  return fmt::format("{}\n{:<8}{:>12}{:>6}{:>6}{:>6}{:>19}{:>23}\n{}\n", std::string(80, '='),
                     "T/V", "N", "NB", "P", "Q", "Time", "Gflops", std::string(80, '-'));
}

std::string result_text(const Setup& setup, double time_s, double gflops) {
  constexpr std::string_view letters = "LCR";
  return fmt::format("W{}{}{}{}{}{}{}{:12} {:5} {:5} {:5} {:18.2f}     {:18.3e}\n",
                     setup.pmap == 0 ? 'R' : 'C', setup.depth, setup.bcast, letters.at(setup.rfact),
                     setup.ndiv, letters.at(setup.pfact), setup.nbmin, setup.n, setup.nb, setup.p,
                     setup.q, time_s, gflops);
}

}  // namespace smpi::study::cluster
