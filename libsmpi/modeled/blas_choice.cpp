// SPDX-License-Identifier: BSD-3-Clause
//
// Loading the modelled BLAS.
//
// Copies of the program are loaded with RTLD_LOCAL: the dynamic linker looks their symbols up in
// the global scope first, then among their own libraries. So a library that smpirun has loaded with
// RTLD_GLOBAL takes the place of OpenBLAS for all ranks, without relinking, and the real one stays
// loaded for whatever the modelled one does not have.
#include "libsmpi/modeled/blas_choice.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "kernel/error.h"
#include "libsmpi/modeled/blas_coefficients.h"
#include "libsmpi/modeled/blas_speed.h"
#include "libsmpi/modeled/machine_state.h"
#include "libsmpi/modeled/state.h"
#include "libsmpi/runtime/simulation.h"

namespace smpi::modeled {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view modeled_choice = "modeled";

// The folder of libsmpi.so.
fs::path library_folder() {
  Dl_info info;
  SIM_ASSERT(
      dladdr(reinterpret_cast<const void*>(&choose_blas), &info) != 0 && info.dli_fname != nullptr,
      "libsmpi does not find itself");
  return fs::canonical(info.dli_fname).parent_path();
}

// The library may be in lib, lib64 or lib/<machine>.
std::string plain_coefficients_file() {
  fs::path folder = library_folder();
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    const fs::path file = folder / "share/libsmpi/blas/plain.toml";
    if (fs::exists(file)) return file;
  }
  throw kernel::InputError("the coefficients that ship with libsmpi are missing",
                           {.text = "share/libsmpi/blas/plain.toml",
                            .hint = "install libsmpi again, or give --blas=modeled:FILE.toml"});
}

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
  const std::string file =
      colon == std::string::npos ? plain_coefficients_file() : choice.substr(colon + 1);
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
