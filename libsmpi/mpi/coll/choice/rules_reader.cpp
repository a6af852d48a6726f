// SPDX-License-Identifier: BSD-3-Clause
//
// Reading a table of rules. Cells may be quoted; columns that nobody knows are comments.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/mpi/coll/choice/rules.h"

namespace smpi::coll {
namespace {

constexpr std::array<std::string_view, RuleTable::column_count> column_names{
    "collective",   "algorithm",     "comm_kind",     "hierarchy",        "commutative",
    "op_builtin",   "in_place",      "block_regular", "node_consecutive", "threaded",
    "ranks_min",    "ranks_max",     "ranks_pow2",    "size_min_bytes",   "size_max_bytes",
    "size_meaning", "count_vs_pow2", "segment_bytes", "parameter"};
constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

std::string_view name_of(RuleTable::Column column) {
  return column_names[static_cast<std::size_t>(column)];
}

// The cells of a line; `cells` lends its memory.
void split_line(std::string_view line, std::vector<std::string>& cells) {
  std::size_t count = 0;
  const auto next = [&] {
    if (cells.size() == count) cells.emplace_back();
    cells[count].clear();
    return &cells[count++];
  };
  std::string* cell = next();
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cell = next();
    } else if (c != '\r') {
      *cell += c;
    }
  }
  cells.resize(count);
}

// One row, cell by cell. The first call of a collective reads a hundred of them.
class Row {
 public:
  using Column = RuleTable::Column;

  Row(std::string_view file, const RuleTable::Places& places) : file_(file), places_(places) {}

  void read(std::string_view text, int line) {
    line_ = line;
    split_line(text, cells_);
  }

  // Empty where the row or the table has no such cell.
  const std::string& cell(Column column) const {
    static const std::string empty;
    const std::size_t place = places_[static_cast<std::size_t>(column)];
    return place < cells_.size() ? cells_[place] : empty;
  }
  [[noreturn]] void refuse(const std::string& problem, const std::string& text,
                           const std::string& hint) const {
    throw kernel::InputError(
        problem, {.file = std::string(file_), .line = line_, .text = text, .hint = hint});
  }
  // One of the words of a column, as its number; the first is also the meaning of an empty cell.
  template <std::size_t count>
  int word(Column column, const std::array<std::string_view, count>& words) const {
    const std::string& text = cell(column);
    if (text.empty()) return 0;
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) {
      refuse(fmt::format("unknown word in column {}", name_of(column)), text,
             "one of: " + fmt::format("{}", fmt::join(words, ", ")));
    }
    return static_cast<int>(found - words.begin());
  }
  Need need(Column column) const {
    constexpr std::array<std::string_view, 3> words{"any", "no", "yes"};
    return static_cast<Need>(word(column, words));
  }
  double number(Column column, double otherwise) const {
    const std::string& text = cell(column);
    if (text.empty()) return otherwise;
    if (text == "inf") return std::numeric_limits<double>::infinity();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) {
      refuse(fmt::format("not a number in column {}", name_of(column)), text, "a number or inf");
    }
    return value;
  }

 private:
  std::string_view file_;
  const RuleTable::Places& places_;
  int line_ = 1;
  std::vector<std::string> cells_;
};

int rank_bound(double value) {
  constexpr int largest = std::numeric_limits<int>::max();
  return value >= largest ? largest : static_cast<int>(value);
}

SizeMeaning size_meaning(const Row& row) {
  const std::string& text = row.cell(Row::Column::size_meaning);
  const auto starts = [&](std::string_view word) { return text.rfind(word, 0) == 0; };
  if (text.empty() || starts("vector")) return SizeMeaning::vector;
  if (starts("not used")) return SizeMeaning::none;
  if (starts("block") || starts("mean block")) return SizeMeaning::block;
  if (starts("total")) return SizeMeaning::total;
  if (starts("elements")) return SizeMeaning::total_elements;
  row.refuse("unknown size_meaning", text, "vector, block, mean block, total, elements, not used");
}

// "radix=4" and the like; any other text is a remark.
void read_parameter(const Row& row, Rule& rule) {
  const std::string& text = row.cell(Row::Column::parameter);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return;
  const std::string key = text.substr(0, equals);
  int value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + equals + 1, text.data() + text.size(), value);
  if (key == "first_segment" && error == std::errc()) rule.segment_bytes = value;
  if (key != "radix" && key != "chains" && key != "batch") return;
  if (error != std::errc() || value < (key == "radix" ? 2 : 1)) {
    row.refuse("bad parameter", text, "radix of at least 2, chains and batch of at least 1");
  }
  rule.parameter = value;
}

// Without a flavor, an alias of any.
bool has_alias(const Algorithm& algorithm, std::string_view flavor, std::string_view name) {
  const std::string wanted = fmt::format("{}:{} ", flavor, name);
  return fmt::format("{} ", algorithm.aliases).find(wanted) != std::string::npos;
}

// By the name that the table's MPI has for it, or by ours.
const Algorithm* find_algorithm(const Row& row, Collective collective, std::string_view flavor,
                                Need inter) {
  const std::string& name = row.cell(Row::Column::algorithm);
  const auto all = algorithms(collective);
  if (name == "self_copy") return &all.front();  // one rank: all do the same
  std::vector<std::string_view> names;
  const Algorithm* with_name = nullptr;
  const Algorithm* with_alias = nullptr;
  for (const Algorithm& algorithm : all) {
    names.emplace_back(algorithm.name);
    if (inter != Need::any && (inter == Need::yes) != algorithm.inter) continue;
    if (algorithm.name == name) with_name = &algorithm;
    if (with_alias == nullptr && has_alias(algorithm, flavor, name)) with_alias = &algorithm;
  }
  const Algorithm* first = flavor.empty() ? with_name : with_alias;
  if (first != nullptr) return first;
  if (with_name != nullptr || with_alias != nullptr) return with_name ? with_name : with_alias;
  // Compositions of MPICH's device layer that only call the flat algorithm.
  if (flavor == "mpich" && name.find("_composition_") != std::string::npos) return nullptr;
  row.refuse(fmt::format("unknown algorithm of {}", name_of(collective)), name,
             kernel::did_you_mean(name, names, "smpirun -help-coll lists the names"));
}

Rule read_rule(const Row& row, Collective collective, std::string_view flavor) {
  constexpr std::array<std::string_view, 3> comm_kinds{"any", "intra", "inter"};
  constexpr std::array<std::string_view, 4> hierarchies{"any", "parent", "not_parent", "one_node"};
  constexpr std::array<std::string_view, 3> count_bounds{"any", "ge", "lt"};
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  Rule rule;
  rule.inter = static_cast<Need>(row.word(Row::Column::comm_kind, comm_kinds));
  rule.hosts = static_cast<Hosts>(row.word(Row::Column::hierarchy, hierarchies));
  rule.commutative = row.need(Row::Column::commutative);
  rule.predefined_op = row.need(Row::Column::op_builtin);
  rule.in_place = row.need(Row::Column::in_place);
  rule.equal_blocks = row.need(Row::Column::block_regular);
  rule.nodes_consecutive = row.need(Row::Column::node_consecutive);
  rule.threaded = row.need(Row::Column::threaded);
  rule.power_of_two = row.need(Row::Column::ranks_pow2);
  rule.fewer_elements_than_power =
      static_cast<Need>(row.word(Row::Column::count_vs_pow2, count_bounds));
  rule.ranks_min = rank_bound(row.number(Row::Column::ranks_min, 0));
  rule.ranks_max = rank_bound(row.number(Row::Column::ranks_max, unbounded));
  rule.size_meaning = size_meaning(row);
  rule.size_min = row.number(Row::Column::size_min_bytes, 0);
  rule.size_max = row.number(Row::Column::size_max_bytes, unbounded);
  if (!row.cell(Row::Column::segment_bytes).empty()) {
    rule.segment_bytes = static_cast<MPI_Count>(row.number(Row::Column::segment_bytes, 0));
  }
  read_parameter(row, rule);
  rule.algorithm = find_algorithm(row, collective, flavor, rule.inter);
  rule.hands_over = flavor == "ompi";
  return rule;
}

std::optional<Collective> find_collective(std::string_view name) {
  for (int i = 0; i < collective_count; i++) {
    if (name == name_of(static_cast<Collective>(i))) return static_cast<Collective>(i);
  }
  return std::nullopt;
}

struct Line {
  std::string_view text;
  int number;
};

// The lines after the first that are not empty, one by one.
template <class Use>
void for_each_line(std::string_view text, Use use) {
  for (int number = 1; !text.empty(); number++) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (number > 1 && !line.empty()) use(Line{line, number});
  }
}

struct Target {
  Collective collective;
  bool nonblocking;
};

// Whose rule a row is; nothing for neighbourhood collectives, which have one algorithm.
std::optional<Target> target_of(const Row& row) {
  const std::string& name = row.cell(Row::Column::collective);
  if (name.find("neighbor_") != std::string::npos) return std::nullopt;
  if (const auto collective = find_collective(name)) return Target{*collective, false};
  if (name.size() > 1 && name[0] == 'i') {
    if (const auto collective = find_collective(std::string_view(name).substr(1))) {
      return Target{*collective, true};
    }
  }
  row.refuse("unknown collective", name, "as in MPI, without MPI_");
}

}  // namespace

RuleTable::RuleTable(const Source& source) : source_(source) {
  const std::string_view first = source.text.substr(0, source.text.find('\n'));
  const auto refuse = [&](const std::string& problem, const std::string& hint) {
    throw kernel::InputError(
        problem,
        {.file = std::string(source.name), .line = 1, .text = std::string(first), .hint = hint});
  };
  places_.fill(no_place);
  std::vector<std::string> names;
  split_line(first, names);
  for (std::size_t place = 0; place < names.size(); place++) {
    const auto known = std::find(column_names.begin(), column_names.end(), names[place]);
    if (known == column_names.end()) continue;  // a comment
    std::size_t& found = places_[static_cast<std::size_t>(known - column_names.begin())];
    if (found != no_place) refuse(fmt::format("two columns {}", *known), "rename one of them");
    found = place;
  }
  for (const Column needed : {Column::collective, Column::algorithm}) {
    if (places_[static_cast<std::size_t>(needed)] != no_place) continue;
    refuse("a table of collective algorithms starts with the names of its columns",
           fmt::format("the column {} is needed", name_of(needed)));
  }
}

void RuleTable::read_all() const {
  for (std::optional<Forms>& forms : rules_) forms.emplace();
  Row row(source_.name, places_);
  for_each_line(source_.text, [&](const Line& line) {
    row.read(line.text, line.number);
    if (const auto target = target_of(row)) {
      (*rules_[static_cast<std::size_t>(target->collective)])[target->nonblocking ? 1 : 0]
          .push_back(read_rule(row, target->collective, source_.flavor));
    }
  });
}

void RuleTable::read(Collective collective) const {
  Forms& forms = rules_[static_cast<std::size_t>(collective)].emplace();
  const std::string_view name = name_of(collective);
  const bool name_is_first = places_[static_cast<std::size_t>(Column::collective)] == 0;
  Row row(source_.name, places_);
  for_each_line(source_.text, [&](const Line& line) {
    if (name_is_first && !line.text.substr(0, line.text.find(',')).ends_with(name)) return;
    row.read(line.text, line.number);
    const auto target = target_of(row);
    if (!target || target->collective != collective) return;
    forms[target->nonblocking ? 1 : 0].push_back(read_rule(row, collective, source_.flavor));
  });
}

}  // namespace smpi::coll
