// SPDX-License-Identifier: BSD-3-Clause
//
// The list is made once, from the tables of options of all layers.
#include "libsmpi/watch/tool/control_variables.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/ranks/memory/shared_memory.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/host/cpu.h"
#include "models/network/network.h"
#include "models/packet/config.h"

namespace smpi::tool {
namespace {

struct Writable {
  std::string_view name;
  double Tuning::*field;
};

constexpr std::array<Writable, 5> writable = {{
    {"smpi/async-small-thresh", &Tuning::async_small_bytes},
    {"smpi/send-is-detached-thresh", &Tuning::detached_bytes},
    {"smpi/test", &Tuning::test_s},
    {"smpi/iprobe", &Tuning::iprobe_s},
    {"smpi/wtime", &Tuning::wtime_s},
}};

double Tuning::*field_of(std::string_view name) {
  const auto* found = std::ranges::find(writable, name, &Writable::name);
  return found == writable.end() ? nullptr : found->field;
}

// Which of the library's own options are about computation.
bool is_about_computation(std::string_view name) {
  return name == "smpi/simulate-computation" || name == "smpi/host-speed" ||
         name == "smpi/cpu-threshold";
}

std::vector<ControlVariable> list_variables() {
  struct Table {
    std::span<const kernel::OptionSpec> options;
    CategoryId category;
  };
  const Table tables[] = {
      {library_options(), CategoryId::communication},
      {coll::Selector::options(), CategoryId::collectives},
      {models::Network::options(), CategoryId::network},
      {models::packet::Config::options(), CategoryId::network},
      {models::Cpu::options(), CategoryId::computation},
      {memory::options(), CategoryId::memory},
      {modeled::options(), CategoryId::modeling},
  };
  std::vector<ControlVariable> variables;
  for (const Table& table : tables) {
    for (const kernel::OptionSpec& option : table.options) {
      const CategoryId category =
          is_about_computation(option.name) ? CategoryId::computation : table.category;
      variables.push_back({&option, category, field_of(option.name)});
    }
  }
  return variables;
}

}  // namespace

std::span<const ControlVariable> control_variables() {
  static const std::vector<ControlVariable> variables = list_variables();
  return variables;
}

int count_of(const ControlVariable& variable, const Simulation& simulation) {
  if (!variable.is_text()) return 1;
  return static_cast<int>(simulation.options.text(variable.option->name).size()) + 1;
}

MPI_Datatype datatype(const ControlVariable& variable) {
  if (variable.is_text()) return MPI_CHAR;
  return variable.is_boolean() ? MPI_INT : MPI_DOUBLE;
}

void read(const ControlVariable& variable, const Simulation& simulation, void* out) {
  const char* name = variable.option->name;
  if (variable.is_text()) {
    const std::string& text = simulation.options.text(name);
    std::memcpy(out, text.c_str(), text.size() + 1);
  } else if (variable.is_boolean()) {
    *static_cast<int*>(out) = simulation.options.boolean(name) ? 1 : 0;
  } else {
    *static_cast<double*>(out) = variable.field != nullptr ? simulation.tuning.*variable.field
                                                           : simulation.options.number(name);
  }
}

bool write(const ControlVariable& variable, Simulation& simulation, const void* in) {
  const double value = *static_cast<const double*>(in);
  if (!(value >= 0)) return false;
  simulation.tuning.*variable.field = value;
  return true;
}

}  // namespace smpi::tool
