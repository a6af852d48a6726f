// SPDX-License-Identifier: BSD-3-Clause
//
// Costs of a kernel that were measured on every processor of a machine: no two are equally fast,
// and a program whose ranks wait for each other runs as fast as the slowest (Cornebize and Legrand,
// JPDC 2022: on 32 nodes of one kind some sockets take 10 % more for a dgemm than others).
//
//   calibration = "july"                        # of several tables; else the first in the file
//   processors = {per_host = 2, ranks = "cyclic"}
//   [[dgemm.table]]
//   calibration = "july"
//   terms = ["M*N*K", "M*N", "1"]
//   rows = [  # host, processor, mean of each term, standard deviation of each term: seconds
//     ["dahu-1", 0, [7.1e-11, -5.7e-10, 5.3e-7], [1.8e-12, 1.0e-10, 6.4e-7]],
//     ["dahu-1", 1, [6.8e-11, -1.3e-10, 5.2e-7], [5.1e-13, 1.9e-11, 6.2e-7]],
//   ]
//
// The k-th rank of a host computes on processor k mod per_host (cyclic), or its cores are dealt to
// processors in blocks (block). Means come from fits, which may have negative terms; a call whose
// mean is below zero takes no time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/cost/modeled/kernel_cost.h"
#include "models/platform/ids.h"
#include "models/platform/tables.h"
#include "models/readers/toml_fwd.h"

namespace smpi::modeled {

using models::TomlFile;

struct Processors {
  enum class Order : std::uint8_t { cyclic, block };
  std::uint32_t per_host = 1;
  Order order = Order::cyclic;

  // Of the rank number `rank_of_host` of a host.
  std::uint32_t of(std::uint32_t rank_of_host, std::uint32_t core_count) const {
    if (order == Order::cyclic) return rank_of_host % per_host;
    const std::uint64_t core = rank_of_host % core_count;
    return static_cast<std::uint32_t>(core * per_host / core_count);
  }
};

// Reads `processors = {...}`; one a host when it is absent.
Processors read_processors(const TomlFile& file);

class ProcessorTable {
 public:
  // Of the tables of one routine, that of `calibration`; the first when that is empty.
  // `names` are the routine's dimensions.
  static ProcessorTable read(const TomlFile& file, const toml::node& tables,
                             const std::string& calibration, std::span<const std::string> names,
                             const Processors& processors, double reference_speed_flops);

  bool is_empty() const { return rows_.empty(); }
  // Finds the rows of a platform's hosts; hosts that it does not have are left out. To be called
  // before row().
  void find_hosts(const models::NameTable& hosts);
  // nullptr: no row. `processor` counts over all hosts: host x per_host + processor.
  const CostFormulas* row(std::uint32_t processor) const {
    const std::uint32_t index = row_of_[processor];
    return index == models::no_id ? nullptr : &rows_[index].cost;
  }
  // Throws InputError when one of `used` has no row for one of its processors; or, with
  // `has_others`, when none of them has any: other costs exist then for hosts without rows.
  void require_rows(const models::NameTable& hosts, std::span<const models::HostId> used,
                    bool has_others) const;
  // Such as "b.toml:12: host n7, processor 1: no row in the table of processors".
  std::string describe_missing(const models::NameTable& hosts, std::uint32_t processor) const;

 private:
  struct Row {
    std::string host;
    std::uint32_t processor;
    CostFormulas cost;
  };
  std::string hint(std::string_view host) const;
  Row read_row(const TomlFile& file, const toml::node& node,
               const std::vector<Formula>& terms) const;

  std::string file_;
  int line_ = 0;
  std::uint32_t per_host_ = 1;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> row_of_;  // by processor of all hosts; no_id: none
};

}  // namespace smpi::modeled
