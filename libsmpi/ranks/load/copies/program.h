// SPDX-License-Identifier: BSD-3-Clause
//
// A program and its copies: what smpirun loads and the ranks run.
//
// A real MPI process has its own globals. Here all ranks share one address space, so each gets a
// private copy of the program (and of the libraries that hold state of a rank). `clone` maps the
// file again and relocates it; `dlopen` loads an edited copy of the file, for what cannot be
// cloned. All of it is checked before the first copy is made: whether the file can be loaded at
// all, which MPI functions it wants, which libraries are missing, whether mappings and memory
// suffice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/ranks/load/copies/clone_image.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/crash/source_lines.h"
#include "libsmpi/ranks/load/elf/elf_file.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/resources.h"

namespace smpi::load {

class CloneLoader;
class DlopenLoader;
class LateLibraries;
class VariableBinding;
struct ObjectSet;
struct SearchedObject;

enum class Privatization : std::uint8_t {
  none,    // smpi/privatization:no: one copy for all ranks
  clone,   // the file mapped again per rank, or dlopen where that is not possible
  dlopen,  // an edited copy of the file per rank
};

// The values of --cfg=smpi/privatization, SimGrid's among them. Throws InputError.
Privatization parse_privatization(const std::string& value);

struct ProgramOptions {
  Privatization privatization = Privatization::clone;
  // How clones are mapped; nothing for what fits.
  std::optional<CloneMappings> clone_mappings;
  // Libraries of which each rank gets its own copy too, by soname or file name. Those that call
  // MPI themselves, and those that use a private library, are added.
  std::vector<std::string> private_libraries;
  // A library that wraps MPI calls, of which each rank gets a copy; empty for none. Clones only.
  std::string tool;
  // Where copies are written when they are kept for a debugger; otherwise they never get a name.
  std::string temporary_directory = "/tmp";
  bool keep_files = false;
  // Other code for functions of the program.
  std::vector<Replacement> replacements;
  // Functions that named_function_at() tells apart.
  std::vector<NamedFunction> named_functions;
};

struct Arguments {
  std::vector<std::string> argv;  // with the program's name
  char** environment = nullptr;   // its strings are shared by all ranks
};

class Program {
 public:
  // Checks and prepares; throws InputError. A name without '/' is looked for in the working
  // directory, then in PATH.
  static std::unique_ptr<Program> open(const std::string& name, const ProgramOptions& options);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::string& path() const { return files_.back()->path(); }
  // MPI_, PMPI_ and smpi_ names that the program and its private libraries do not define.
  const std::vector<std::string>& mpi_functions() const { return mpi_functions_; }
  // Does it put code on its stacks (nested functions whose address is taken)?
  bool needs_executable_stack() const;
  // Are copies made by cloning?
  bool is_cloned() const { return clone_loader_ != nullptr; }
  bool is_shared_by_ranks() const { return privatization_ == Privatization::none; }
  // How copies are made, and why not by cloning when they are not; for -map.
  std::string describe_loading() const;

  // Makes the next copy. Throws InputError when it cannot be loaded.
  Instance& instantiate();
  // Runs the program in the copy, in the calling context: constructors, main, exit handlers,
  // destructors; then Callbacks::end_rank. `state` must be the state of the running rank.
  // Once per copy (with Privatization::none: once per rank).
  [[noreturn]] void run_main(Instance& instance, LibcState& state, const Arguments& arguments);

  // Chooses how `rank_count` more copies are made. Throws InputError when the system does not allow
  // them and their stacks.
  void plan_start(std::uint64_t rank_count, std::size_t stack_bytes);
  // Which function and source line is at a code address, in a copy or in a library; nothing in
  // libsmpi itself or where nothing is known.
  std::optional<CodeLocation> locate(const void* address) const;
  // The one of ProgramOptions::named_functions that a return address of this copy is in.
  std::optional<std::size_t> named_function_at(const Instance& instance,
                                               const void* return_address) const;
  std::span<const Breakpoint> breakpoints() const { return replacement_.breakpoints(); }
  // The copy that contains an address, or nullptr.
  const Instance* instance_of(const void* address) const;

 private:
  Program(ObjectSet set, const ProgramOptions& options);
  void choose_loader(std::span<const SearchedObject> search_order, const ProgramOptions& options);
  void collect_mpi_functions();
  std::span<const CloneMappings> possible_mappings() const;

  Privatization privatization_;
  std::vector<std::unique_ptr<ElfFile>> files_;  // libraries in constructor order, program last
  std::vector<ObjectInfo> objects_;              // same order, then what ranks load while they run
  std::vector<std::string> mpi_functions_;
  FunctionReplacement replacement_;
  std::vector<CodeRange> named_code_;
  std::unique_ptr<VariableBinding> variables_;
  std::unique_ptr<CloneLoader> clone_loader_;  // one of the two
  std::unique_ptr<DlopenLoader> dlopen_loader_;
  std::string clone_obstacle_;  // why it is not the first
  std::optional<CloneMappings> wanted_mappings_;
  CloneMappings clone_mappings_ = CloneMappings::separate;
  std::string mappings_reason_;  // why they are not separate
  Placement placement_;
  std::unique_ptr<LateLibraries> late_libraries_;  // of clones
  std::vector<std::unique_ptr<Instance>> instances_;
  mutable SourceLines source_lines_;  // read when first asked
};

}  // namespace smpi::load
