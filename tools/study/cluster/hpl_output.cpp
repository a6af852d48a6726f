// SPDX-License-Identifier: BSD-3-Clause
//
// Line by line: heads change the settings of what follows, lines with W are runs, and the lines of
// residuals say whether the run before them passed. Launchers may have put the rank before a line.
#include "tools/study/cluster/hpl_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "tools/study/cluster/words.h"
#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

using hpl::Setup;
using Words = std::vector<std::string_view>;

// Seconds have two digits after the point, and rates four or five.
constexpr double rounding_s = 0.006;
constexpr double contradiction = 0.02;

constexpr std::string_view factorisations = "LCR";
constexpr std::string_view timing = "Max aggregated wall time ";

// The letters and numbers of a variant, one after the other.
class Variant {
 public:
  explicit Variant(std::string_view text) : rest_(text) {}
  bool is_at_end() const { return rest_.empty(); }
  // One of `letters`: its place.
  bool letter(std::string_view letters, std::uint32_t& value) {
    if (rest_.empty()) return false;
    const std::size_t place = letters.find(rest_.front());
    if (place == std::string_view::npos) return false;
    value = static_cast<std::uint32_t>(place);
    rest_.remove_prefix(1);
    return true;
  }
  // A number of at most so many digits.
  bool number(std::size_t digits, std::uint32_t& value) {
    std::size_t count = 0;
    while (count < std::min(digits, rest_.size()) && rest_[count] >= '0' && rest_[count] <= '9') {
      ++count;
    }
    const auto found = number_of<std::uint32_t>(rest_.substr(0, count));
    if (count == 0 || !found) return false;
    value = *found;
    rest_.remove_prefix(count);
    return true;
  }

 private:
  std::string_view rest_;
};

// WR11C2R4, or the start of it: programs for GPUs print WC0, WR01 and the like.
bool read_variant(std::string_view text, Setup& setup) {
  Variant variant(text.substr(1));
  if (!variant.letter("RC", setup.pmap)) return false;
  if (variant.is_at_end()) return true;
  if (!variant.number(1, setup.depth)) return false;
  if (variant.is_at_end()) return true;
  if (!variant.number(1, setup.bcast)) return false;
  if (variant.is_at_end()) return true;
  return variant.letter(factorisations, setup.rfact) && variant.number(2, setup.ndiv) &&
         variant.letter(factorisations, setup.pfact) && variant.number(4, setup.nbmin) &&
         variant.is_at_end();
}

// A word of the head and what it is to HPL.
struct Head {
  std::string_view name;
  std::string_view begin;  // of the value, in small letters
  std::uint32_t Setup::*member;
  std::uint32_t value;
};

constexpr std::array heads = {
    Head{"SWAP", "bin", &Setup::swap, 0},
    Head{"SWAP", "spread", &Setup::swap, 1},
    Head{"SWAP", "long", &Setup::swap, 1},
    Head{"SWAP", "mix", &Setup::swap, 2},
    Head{"L1", "trans", &Setup::l1, 0},
    Head{"L1", "no", &Setup::l1, 1},
    Head{"U", "trans", &Setup::u, 0},
    Head{"U", "no", &Setup::u, 1},
    Head{"EQUIL", "yes", &Setup::equilibration, 1},
    Head{"EQUIL", "no", &Setup::equilibration, 0},
    Head{"PFACT", "left", &Setup::pfact, 0},
    Head{"PFACT", "crout", &Setup::pfact, 1},
    Head{"PFACT", "right", &Setup::pfact, 2},
    Head{"RFACT", "left", &Setup::rfact, 0},
    Head{"RFACT", "crout", &Setup::rfact, 1},
    Head{"RFACT", "right", &Setup::rfact, 2},
    Head{"PMAP", "row", &Setup::pmap, 0},
    Head{"PMAP", "col", &Setup::pmap, 1},
};

std::string small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<OutputRun> parse() {
    bool has_head = false;
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      line(text_.substr(0, end), has_head);
      text_.remove_prefix(std::min(end + 1, text_.size()));
    }
    if (!runs_.empty()) return std::move(runs_);
    if (has_head) {
      refuse("HPL's output ends before the first result", "",
             "a result is a line such as WR11C2R4 23314 256 1 4 738.94 1.1433e+01; was the run "
             "stopped?");
    }
    refuse("this is not an output of HPL: no line begins with W and has a result", "",
           "a result is a line such as WR11C2R4 23314 256 1 4 738.94 1.1433e+01");
  }

 private:
  [[noreturn]] void refuse(const std::string& problem, std::string_view text,
                           const std::string& hint = {}) const {
    constexpr std::size_t shown_most = 70;
    throw kernel::InputError(problem, {.file = file_,
                                       .line = std::max(number_, 1),
                                       .text = std::string(text.substr(0, shown_most)),
                                       .hint = hint});
  }

  void line(std::string_view whole, bool& has_head) {
    ++number_;
    Words words = words_of(whole);
    // "[1,0]<stdout>:WR11C2R4" of Open MPI, "0: WR11C2R4" of Slurm.
    if (!words.empty()) {
      const std::size_t tag = words.front().find_last_of(":>");
      if (tag != std::string_view::npos && words.front().size() > 1) {
        words.front().remove_prefix(tag + 1);
        if (words.front().empty()) words.erase(words.begin());
      }
    }
    if (words.empty()) return;
    if (words.front().starts_with("HPLinpack") || words.front() == "T/V") has_head = true;
    if (words.size() > 2 && words[1] == ":") return head(words);
    if (const std::string_view first = words.front();
        first.size() > 1 && first[0] == 'W' && (first[1] == 'R' || first[1] == 'C')) {
      Setup setup = settings_;
      if (read_variant(first, setup)) return run(whole, words, setup);
      if (words.size() > 4 && number_of<std::uint64_t>(words[1]))
        refuse("unknown variant of HPL in a result", first, "such as WR11C2R4");
    }
    if (runs_.empty()) return;
    if (whole.find("||") != std::string_view::npos) residual(whole);
    if (whole.find(timing) != std::string_view::npos) detail(whole, words);
  }

  void head(const Words& words) {
    const std::string value = small_letters(words[2]);
    for (const Head& known : heads) {
      if (words[0] == known.name && value.starts_with(known.begin))
        settings_.*(known.member) = known.value;
    }
    if (words[0] == "ALIGN" || words[0] == "DEPTH") {
      auto& member = words[0] == "ALIGN" ? settings_.alignment : settings_.depth;
      if (const auto number = number_of<std::uint32_t>(words[2])) member = *number;
    }
    if (words[0] != "SWAP") return;
    for (const std::string_view word : words) {
      if (!word.ends_with(')')) continue;
      if (const auto number = number_of<std::uint32_t>(word.substr(0, word.size() - 1)))
        settings_.swap_threshold = *number;
    }
  }

  template <typename Number>
  Number field(const Words& words, std::size_t place, std::string_view name,
               std::string_view whole) const {
    if (place >= words.size()) {
      refuse(fmt::format("a result of HPL without {}: the line is cut off", name), whole);
    }
    const auto value = number_of<Number>(words[place]);
    if (!value || !(static_cast<double>(*value) > 0) ||
        !std::isfinite(static_cast<double>(*value))) {
      refuse(fmt::format("{} of a result of HPL is not a positive number", name), words[place]);
    }
    return *value;
  }

  void run(std::string_view whole, const Words& words, const Setup& setup) {
    OutputRun found{.setup = setup, .file = file_, .line = number_};
    found.setup.n = field<std::uint64_t>(words, 1, "N", whole);
    found.setup.nb = field<std::uint32_t>(words, 2, "NB", whole);
    found.setup.p = field<std::uint32_t>(words, 3, "P", whole);
    found.setup.q = field<std::uint32_t>(words, 4, "Q", whole);
    found.time_s = field<double>(words, 5, "its seconds", whole);
    found.gflops = field<double>(words, 6, "Gflops", whole);
    const double counted = hpl::flops(static_cast<double>(found.setup.n)) / 1e9;
    const double rounding = rounding_s / found.time_s + contradiction;
    if (std::abs(found.gflops * found.time_s / counted - 1) > rounding) {
      refuse("the seconds and Gflops of this result contradict each other", whole,
             fmt::format("N = {} in {} s are {:.5g} Gflop/s", found.setup.n, found.time_s,
                         counted / found.time_s));
    }
    runs_.push_back(std::move(found));
  }

  // "+ Max aggregated wall time mxswp . . : 1.34"
  void detail(std::string_view whole, const Words& words) {
    OutputRun& run = runs_.back();
    const Words rest = words_of(whole.substr(whole.find(timing) + timing.size()));
    const std::string_view name = rest.empty() ? "" : rest.front();
    // Only programs for accelerators time these.
    if (name == "bcast" || name == "panel") run.has_device = true;
    if (name != "rfact" && name != "mxswp") return;
    const auto seconds = number_of<double>(words.back());
    if (!seconds || !(*seconds >= 0)) {
      refuse(fmt::format("the seconds of {} are not a number: the line is cut off", name), whole);
    }
    if (*seconds > run.time_s + rounding_s) {
      refuse(fmt::format("{} takes longer than the {} s of the run before", name, run.time_s),
             whole);
    }
    (name == "rfact" ? run.panels_s : run.pivots_s) = *seconds;
  }

  void residual(std::string_view whole) {
    Residual& residual = runs_.back().residual;
    if (whole.find("FAILED") != std::string_view::npos) {
      residual = Residual::failed;
    } else if (whole.find("PASSED") != std::string_view::npos && residual != Residual::failed) {
      residual = Residual::passed;
    }
  }

  std::string_view text_;
  const std::string& file_;
  int number_ = 0;
  Setup settings_;
  std::vector<OutputRun> runs_;
};

}  // namespace

std::vector<OutputRun> parse_output(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

std::vector<OutputRun> read_output(const std::string& path) {
  return parse_output(kernel::read_file(path, "this output of HPL", {.file = path}), path);
}

}  // namespace smpi::study::cluster
