// SPDX-License-Identifier: BSD-3-Clause
//
// Loading the modelled BLAS.
//
// Copies of the program are loaded with RTLD_LOCAL: the dynamic linker looks their symbols up in
// the global scope first, then among their own libraries. So a library that smpirun has loaded with
// RTLD_GLOBAL takes the place of OpenBLAS for all ranks, without relinking, and the real one stays
// loaded for whatever the modelled one does not have.
#include "libsmpi/cost/modeled/blas_choice.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_coefficients.h"
#include "libsmpi/cost/modeled/blas_speed.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/cost/modeled/shipped_file.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::modeled {
namespace {

constexpr std::string_view modeled_choice = "modeled";

void load_wrappers() {
  const std::string path = library_folder() / "libsmpi_blas.so";
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return;
  throw kernel::InputError("cannot load the modelled BLAS",
                           {.file = path, .text = dlerror(), .hint = "install libsmpi again"});
}

}  // namespace

std::string choose_blas(Simulation& simulation, const std::string& choice,
                        std::span<const models::HostId> hosts) {
  State& state = *simulation.modeled;
  if (choice == "real") {
    if (state.blas_calibration.empty()) return "";
    throw kernel::InputError("a calibration is chosen, but the BLAS is not modelled",
                             {.text = "smpi/blas-calibration:" + state.blas_calibration,
                              .hint = "--blas=modeled:FILE.toml"});
  }
  const std::size_t colon = choice.find(':');
  if (choice.substr(0, colon) != modeled_choice || colon + 1 == choice.size()) {
    throw kernel::InputError("unknown BLAS", {.text = choice,
                                              .hint = "--blas=real, --blas=modeled or "
                                                      "--blas=modeled:FILE.toml"});
  }
  const std::string file = colon == std::string::npos
                               ? shipped_file("blas/plain.toml", "give --blas=modeled:FILE.toml")
                               : choice.substr(colon + 1);
  BlasCoefficients coefficients = read_blas_coefficients(file, state.blas_calibration);
  state.blas = std::move(coefficients.costs);
  for (BlasCost& cost : state.blas) {
    cost.power_class = simulation.machine->use_power_class(cost.power_class_name);
    if (cost.table.is_empty()) continue;
    const models::NameTable& names = simulation.platform.hosts.name;
    cost.table.find_hosts(names);
    cost.table.require_rows(names, hosts, !cost.has_own_processors);
  }
  state.processors = coefficients.processors;
  state.has_blas_noise = coefficients.is_noisy;
  state.noise = Noise(coefficients.host_noise, state.seeds);
  load_wrappers();
  return contradiction_of_speeds(state.blas, state.processors, file, simulation.platform.hosts,
                                 hosts);
}

}  // namespace smpi::modeled
