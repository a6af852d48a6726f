// SPDX-License-Identifier: BSD-3-Clause
//
// The list of all MPI functions, and which of them this library implements.
//
// The table is made at build time from functions.csv (scripts/make_trampolines.py). A function
// nobody defined resolves to a stub; smpirun compares the undefined symbols of a program with this
// table before anything runs, and a call to a stub ends in api::unimplemented().
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace smpi::api {

struct Function {
  const char* name;  // such as "MPI_Send"
  const void* address;
  const void* stub;

  bool is_implemented() const { return address != stub; }
};

// Every function of MPI 1.0 to 5.0, in the order of functions.csv.
std::span<const Function> functions();

// The entry of "MPI_X" or "PMPI_X", or of a Fortran name of it such as "mpi_x_" or "pmpi_x_f08_";
// nullptr when MPI has no such function.
const Function* find_function(std::string_view name);

// Makes MPI_X a jump to `code` instead of PMPI_X, for the function with this index; nullptr: to
// PMPI_X again. Fortran's names go there, too. What calls PMPI_X does not.
void set_entry(std::size_t function, const void* code);

}  // namespace smpi::api
