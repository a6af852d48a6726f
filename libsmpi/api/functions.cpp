// SPDX-License-Identifier: BSD-3-Clause
//
// Access to the generated table of functions; see functions.h.
#include "libsmpi/api/functions.h"

#include <algorithm>

// Defined in the generated mpi_trampolines.S.
extern "C" const smpi::api::Function smpi_api_functions[];
extern "C" const smpi::api::Function smpi_api_functions_end[];

namespace smpi::api {

std::span<const Function> functions() {
  return {smpi_api_functions, smpi_api_functions_end};
}

const Function* find_function(std::string_view name) {
  if (name.starts_with("PMPI_")) name.remove_prefix(1);
  const auto all = functions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Function& f) { return f.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace smpi::api
