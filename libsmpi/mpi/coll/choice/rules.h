// SPDX-License-Identifier: BSD-3-Clause
//
// Selection rules: which algorithm for which call. The tables are data (coll/tables/); a user's
// file has the same columns (docs/collectives.md) and goes through the same reader.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi::coll {

enum class Need : std::uint8_t { any, no, yes };
enum class SizeMeaning : std::uint8_t { none, vector, block, total, total_elements };
enum class Hosts : std::uint8_t { any, shared, not_shared, one };

// What a rule says about the communicator, and does not change from call to call.
struct Setting {
  bool inter = false;
  Hosts hosts = Hosts::not_shared;
  bool one_host = false;
  bool nodes_consecutive = true;
  bool threaded = false;
  int ranks = 1;
};
Setting setting_of(const Profile& profile);

struct Rule {
  bool matches(const Setting& setting) const;
  bool matches(const Profile& profile) const;  // the rest

  Need inter = Need::any;
  Hosts hosts = Hosts::any;
  Need commutative = Need::any;
  Need predefined_op = Need::any;
  Need in_place = Need::any;
  Need equal_blocks = Need::any;
  Need nodes_consecutive = Need::any;
  Need threaded = Need::any;
  Need power_of_two = Need::any;
  Need fewer_elements_than_power = Need::any;
  int ranks_min = 0;
  int ranks_max = 0x7fffffff;
  SizeMeaning size_meaning = SizeMeaning::none;
  double size_min = 0;
  double size_max = 0;

  const Algorithm* algorithm = nullptr;  // nullptr: no more rules of this table, ask the next one
  // Where the algorithm does not suit a call: does it hand over as Open MPI's do (fallbacks.h)?
  // Else the next rule is asked.
  bool hands_over = false;
  std::optional<MPI_Count> segment_bytes;
  std::optional<int> parameter;
};

// The rules of one table for each collective, blocking and nonblocking; the first match counts.
class RuleTable {
 public:
  struct Source {
    std::string_view name;       // of the file, for messages
    std::string_view text;       // CSV
    std::string_view flavor;     // "ompi" or "mpich": whose names come first; empty: ours
    bool blocking_only = false;  // its rows do not hold for nonblocking forms
  };
  // Other columns are comments.
  enum class Column : std::uint8_t {
    collective,
    algorithm,
    comm_kind,
    hierarchy,
    commutative,
    op_builtin,
    in_place,
    block_regular,
    node_consecutive,
    threaded,
    ranks_min,
    ranks_max,
    ranks_pow2,
    size_min_bytes,
    size_max_bytes,
    size_meaning,
    count_vs_pow2,
    segment_bytes,
    parameter
  };
  static constexpr std::size_t column_count = static_cast<std::size_t>(Column::parameter) + 1;
  using Places = std::array<std::size_t, column_count>;  // of columns in a line

  // The text must stay, as the rules of a collective are read when it is first called: reading them
  // all takes milliseconds.
  explicit RuleTable(const Source& source);
  // Throws InputError with file and line, if anything in the table is wrong. The text may go.
  void read_all() const;

  // The rules of the nonblocking form are those of the blocking one if the table has none, unless
  // it is for blocking forms only.
  const std::vector<Rule>& rules(Collective collective, bool nonblocking) const;

 private:
  using Forms = std::array<std::vector<Rule>, 2>;  // blocking, nonblocking
  void read(Collective collective) const;

  Source source_;
  Places places_;
  // Filled by read().
  mutable std::array<std::optional<Forms>, collective_count> rules_;
};

// An embedded table: "ompi", "mpich", "mpich_device" or "default".
RuleTable::Source embedded_table(std::string_view name);

}  // namespace smpi::coll
