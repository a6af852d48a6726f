// SPDX-License-Identifier: BSD-3-Clause
//
// Preparing replacements, and calls of replaced functions.
#include "libsmpi/cost/modeled/overlay/overlays.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/memory/content_marks.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"

extern "C" void smpi_overlay_entry();

namespace smpi::modeled {
namespace {

constexpr std::size_t scalars_max = 32;

bool does_nothing(const OverlayFunction& function) {
  return function.cost.is_free && function.writes.empty() &&
         function.result_type != ScalarType::float32 &&
         function.result_type != ScalarType::float64 && function.result.is_zero();
}

[[noreturn]] void refuse_call(const OverlayFunction& function, const std::string& what,
                              const double* values, int line) {
  std::string call;
  for (const Argument& scalar : function.signature.scalars) {
    call += fmt::format("{}{}={}", call.empty() ? "" : ", ", scalar.name, *values++);
  }
  Rank& rank = current_rank();
  rank.simulation.end_early(
      {.why = EarlyEnd::Why::mpi_error,
       .exit_status = 2,
       .report = fmt::format("{}:{}: {} of {}({})\n  called by {}", function.where.file, line, what,
                             function.name, call, describe_rank(rank))});
}

void charge_call(const OverlayFunction& function, const double* values) {
  if (function.cost.is_free) return;
  const double flops = function.cost.flops.evaluate(values);
  if (!(flops >= 0 && flops < HUGE_VAL)) {
    refuse_call(function,
                fmt::format("not a possible time, {} s, is the cost", function.cost.seconds(flops)),
                values, function.cost.line);
  }
  const Rank& rank = current_rank();
  Noise& noise = rank.simulation.modeled->noise;
  const double drawn =
      noise.drawn_flops(function.cost, values, flops, rank.process, CallKind::overlay);
  inject_kernel(function.name.c_str(), drawn, function.cost);
}

void mark_written(const OverlayFunction& function, const double* values, const CallFrame& frame,
                  const std::uint64_t* stack) {
  Rank& rank = current_rank();
  for (const WrittenRange& range : function.writes) {
    const double rows = range.rows.evaluate(values);
    const double columns = range.columns.evaluate(values);
    if (!(rows > 0 && columns > 0)) continue;
    const double stride = range.stride.evaluate(values);
    if (!(rows * columns < 0x1p60 && std::abs(stride) < 0x1p60)) {
      refuse_call(function, "not a possible range is written by a call", values,
                  function.where.line);
    }
    const memory::Address begin = function.signature.pointers[range.pointer].word(frame, stack);
    const memory::Pieces pieces{.begin = begin,
                                .piece_bytes = static_cast<std::size_t>(rows) * range.element_bytes,
                                .count = static_cast<std::size_t>(columns),
                                .stride_bytes = static_cast<std::ptrdiff_t>(stride) *
                                                static_cast<std::ptrdiff_t>(range.element_bytes)};
    memory::mark_written(rank.memory, pieces, rank.simulation.modeled->stack_bytes);
  }
}

void set_result(const OverlayFunction& function, const double* values, CallFrame& frame) {
  const double value = function.result.evaluate(values);
  switch (function.result_type) {
    case ScalarType::nothing:
      return;
    case ScalarType::float64:
      frame.vectors[0].low = std::bit_cast<std::uint64_t>(value);
      return;
    case ScalarType::float32:
      frame.vectors[0].low = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      return;
    case ScalarType::uint64:
      frame.result = static_cast<std::uint64_t>(value);
      return;
    default:
      frame.result = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
}

void keep_control(Overlay& overlay) {
  std::erase_if(overlay.functions,
                [](const OverlayFunction& function) { return !function.is_control; });
  overlay.folded.clear();
  overlay.pooled.clear();
  overlay.clearing.clear();
}

}  // namespace

Overlays::Overlays(const std::vector<std::string>& paths, OverlayPart part) {
  std::size_t count = 0;
  std::set<std::string> names;
  for (const std::string& path : paths) {
    overlays_.push_back(read_overlay(path));
    if (part == OverlayPart::control) keep_control(overlays_.back());
    for (const OverlayFunction& function : overlays_.back().functions) {
      count++;
      if (names.insert(function.name).second) continue;
      kernel::InputError::Where where = function.where;
      where.text = function.name;
      throw kernel::InputError("the function is in another overlay too", where);
    }
  }
  stubs_.make(count, reinterpret_cast<const void*>(&smpi_overlay_entry));
  for (const Overlay& overlay : overlays_) load_plugin(overlay);
  for (const Overlay& overlay : overlays_) add_allocating(overlay.folded);
  folding_count_ = allocating_.size();
  for (const Overlay& overlay : overlays_) add_allocating(overlay.pooled);
  first_clearing_ = allocating_.size();
  for (const Overlay& overlay : overlays_) add_allocating(overlay.clearing);
}

void Overlays::find_power_classes(MachineState& machine) {
  for (Overlay& overlay : overlays_) {
    for (OverlayFunction& function : overlay.functions) {
      function.cost.power_class = machine.use_power_class(function.cost.power_class_name);
    }
  }
}

void Overlays::load_plugin(const Overlay& overlay) {
  void* plugin = nullptr;
  if (!overlay.plugin.empty()) {
    plugin = dlopen(overlay.plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
    kernel::InputError::Where where = overlay.plugin_where;
    where.text = overlay.plugin;
    where.hint = "a shared library: cc -shared -fPIC plugin.c -o plugin.so";
    if (plugin == nullptr) {
      throw kernel::InputError(fmt::format("cannot load the plug-in ({})", dlerror()), where);
    }
  }
  for (const OverlayFunction& function : overlay.functions) {
    if (function.plugin_function.empty()) {
      add_function(function, nullptr);
      continue;
    }
    const void* code = dlsym(plugin, function.plugin_function.c_str());
    if (code == nullptr) {
      kernel::InputError::Where where = function.where;
      where.text = function.plugin_function;
      where.hint = "functions of a plug-in must be extern \"C\" and not static";
      throw kernel::InputError("the plug-in has no function of this name", where);
    }
    add_function(function, code);
  }
}

void Overlays::add_allocating(const std::vector<Overlay::Allocating>& functions) {
  for (const Overlay::Allocating& item : functions) {
    allocating_.push_back({.name = item.function, .where = item.where});
  }
}

void Overlays::add_function(const OverlayFunction& function, const void* plugin_code) {
  kernel::InputError::Where where = function.where;
  if (function.signature.scalars.size() > scalars_max) {
    where.text = function.name;
    throw kernel::InputError(fmt::format("more than {} scalar arguments", scalars_max), where);
  }
  const void* code = plugin_code;
  if (code == nullptr && does_nothing(function)) code = empty_function();
  if (code == nullptr) {
    code = stubs_.address(functions_.size());
    functions_.push_back(&function);
  }
  replacements_.push_back({.name = function.name, .code = code, .where = where, .optional = false});
}

KernelCost* Overlays::find_cost(std::string_view function) {
  for (Overlay& overlay : overlays_) {
    for (OverlayFunction& known : overlay.functions) {
      if (known.name == function && known.plugin_function.empty()) return &known.cost;
    }
  }
  return nullptr;
}

void Overlays::call(std::uint64_t number, CallFrame& frame, const std::uint64_t* stack) const {
  const OverlayFunction& function = *functions_[number];
  std::array<double, scalars_max> values;
  double* next = values.data();
  for (const Argument& scalar : function.signature.scalars) *next++ = scalar.value(frame, stack);
  charge_call(function, values.data());
  if (!function.writes.empty()) mark_written(function, values.data(), frame, stack);
  set_result(function, values.data(), frame);
}

}  // namespace smpi::modeled

// Of entry.S.
extern "C" __attribute__((visibility("hidden"))) void smpi_overlay_call(
    smpi::modeled::CallFrame* frame, std::uint64_t number, const std::uint64_t* stack) {
  if (!smpi::in_rank()) return;
  smpi::current_rank().simulation.modeled->overlays->call(number, *frame, stack);
}
