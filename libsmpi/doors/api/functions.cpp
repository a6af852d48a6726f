// SPDX-License-Identifier: BSD-3-Clause
//
// Access to the generated table of functions; see functions.h.
#include "libsmpi/doors/api/functions.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

// Defined in the generated mpi_trampolines.S.
extern "C" const smpi::api::Function smpi_api_functions[];
extern "C" const smpi::api::Function smpi_api_functions_end[];
extern "C" const void* smpi_api_entries[];

namespace smpi::api {

std::span<const Function> functions() {
  return {smpi_api_functions, smpi_api_functions_end};
}

void set_entry(std::size_t function, const void* code) {
  smpi_api_entries[function] = code != nullptr ? code : functions()[function].address;
}

namespace {

// "mpi_send_f08_" and "MPI_Send" are the same; case and what compilers append do not count.
bool is_fortran_name_of(std::string_view name, std::string_view function) {
  while (name.ends_with('_')) name.remove_suffix(1);
  if (name.ends_with("_f08")) name.remove_suffix(4);
  if (name.ends_with("_cptr")) name.remove_suffix(5);
  return std::ranges::equal(name, function, [](char letter, char c_letter) {
    return letter == c_letter || letter == std::tolower(static_cast<unsigned char>(c_letter));
  });
}

}  // namespace

const Function* find_function(std::string_view name) {
  if (name.starts_with("PMPI_") || name.starts_with("pmpi_")) name.remove_prefix(1);
  const auto all = functions();
  if (name.starts_with("mpi_")) {
    const auto found = std::ranges::find_if(
        all, [&](const Function& function) { return is_fortran_name_of(name, function.name); });
    return found == all.end() ? nullptr : &*found;
  }
  static const std::unordered_map<std::string_view, const Function*> by_name = [&] {
    std::unordered_map<std::string_view, const Function*> result;
    for (const Function& function : all) result.emplace(function.name, &function);
    return result;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

}  // namespace smpi::api
