// SPDX-License-Identifier: BSD-3-Clause
//
// Files of collective rules that were written for a real MPI. The rules of Open MPI's component
// tuned (--mca coll_tuned_dynamic_rules_filename) become a table in our columns; MPICH's JSON is
// recognised, so that it can be refused by its name.
#pragma once

#include <string>
#include <string_view>

namespace smpi::coll {

enum class RulesFormat { columns, open_mpi, mpich_json };
RulesFormat format_of(std::string_view text);

// A table (docs/collectives.md) with Open MPI's names of algorithms. `path` is for messages. Throws
// InputError with file and line where the file is not as Open MPI 4.1 writes of it: number of
// collectives; for each its number and how many communicator sizes follow; for each of those the
// size and how many message sizes follow; for each of those the size in bytes, the algorithm's
// number, fan-out and segment size in bytes. `#` starts a comment.
std::string table_of_open_mpi_rules(std::string_view path, std::string_view text);

[[noreturn]] void refuse_mpich_json(std::string_view path);

}  // namespace smpi::coll
