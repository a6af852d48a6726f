// SPDX-License-Identifier: BSD-3-Clause
//
// The overlays of a run: `smpirun --overlay FILE.toml`, and what happens when the program calls one
// of their functions.
//
// The loader puts jumps to our code at the entries of the functions
// (load/elf/function_replacement.h). A call costs about 30 ns: saving registers, reading the
// arguments, the formula, the ranges it writes. A function of a plug-in is jumped to directly, and
// costs what it costs.
//
// Memory: with an overlay, what modelled kernels write is phantom (memory/folding.h) until the
// program frees it. Blocks that functions of `folded` allocate are folded from the start: the same
// addresses for all ranks, and no content. Those of functions of `pooled` are ordinary ones, from a
// pool of mappings that are kept (memory/block_pool.h). Memory without content that functions of
// `clearing` clear is not written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/cost/modeled/overlay/overlay_file.h"
#include "libsmpi/cost/modeled/overlay/stubs.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi {
class Simulation;
struct Rank;
}  // namespace smpi

namespace smpi::modeled {

class MachineState;

// How a block that the program asks for is made.
enum class Allocation : std::uint8_t { plain, folded, pooled };

// What of overlays holds: all of it, or only the functions that decide what the program does.
enum class OverlayPart : std::uint8_t { all, control };

class Overlays {
 public:
  // Reads the files, in order; a function may be in one of them only. Throws InputError.
  Overlays(const std::vector<std::string>& paths, OverlayPart part);

  // Gives the classes of work their numbers. To be called once, before the first call.
  void find_power_classes(MachineState& machine);

  bool empty() const { return overlays_.empty(); }
  // What the loader must replace and tell apart: functions that allocate or clear.
  const std::vector<load::Replacement>& replacements() const { return replacements_; }
  const std::vector<load::NamedFunction>& allocating_functions() const { return allocating_; }
  // What the large blocks that allocating_functions()[index] allocates are.
  Allocation allocation_of(std::size_t index) const {
    if (index < folding_count_) return Allocation::folded;
    return index < first_clearing_ ? Allocation::pooled : Allocation::plain;
  }
  // Does allocating_functions()[index] clear memory that may be without content?
  bool clears(std::size_t index) const { return index >= first_clearing_; }
  bool any_clears() const { return first_clearing_ < allocating_.size(); }

  // What calls of a function cost, to be changed while the run goes on; nullptr: no overlay says.
  KernelCost* find_cost(std::string_view function);

  // A call of the function with this number, by the running rank.
  void call(std::uint64_t number, CallFrame& frame, const std::uint64_t* stack) const;

 private:
  void load_plugin(const Overlay& overlay);
  void add_allocating(const std::vector<Overlay::Allocating>& functions);
  void add_function(const OverlayFunction& function, const void* plugin_code);

  std::vector<Overlay> overlays_;
  std::vector<const OverlayFunction*> functions_;  // by number
  Stubs stubs_;
  std::vector<load::Replacement> replacements_;
  std::vector<load::NamedFunction> allocating_;  // folding, then pooled, then clearing ones
  std::size_t folding_count_ = 0;
  std::size_t first_clearing_ = 0;
};

}  // namespace smpi::modeled
