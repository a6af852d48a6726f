// SPDX-License-Identifier: BSD-3-Clause
//
// Opening, copying, starting and looking up.
#include "libsmpi/ranks/load/copies/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "kernel/error.h"
#include "libsmpi/ranks/load/copies/clone_loader.h"
#include "libsmpi/ranks/load/copies/dlopen_loader.h"
#include "libsmpi/ranks/load/copies/late_libraries.h"
#include "libsmpi/ranks/load/elf/object_set.h"
#include "libsmpi/ranks/load/elf/variable_binding.h"
#include "libsmpi/ranks/load/libc/program_name.h"
#include "libsmpi/ranks/load/start.h"

// libc's declaration, which no header has.
extern "C" int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                 void (*init)(int, char**, char**), void (*fini)(),
                                 void (*rtld_fini)(), void* stack_end);

namespace smpi::load {
namespace {

void check_thread_variables(const ElfFile& program) {
  const Elf64_Phdr* variables = program.segment(PT_TLS);
  if (variables == nullptr || variables->p_memsz == 0 || !program.is_pie()) return;
  throw kernel::InputError(
      "the program has thread-local variables that its linker bound to one copy of the program",
      {.text = program.path(),
       .hint = "compile and link it with smpicc or smpicxx, which keep them relocatable"});
}

// The program's start code, or nullptr when it is a library that only has a main.
EntryPoint entry_of(const ElfFile& program, const std::byte* base) {
  const auto starts = [](std::string_view name) { return name == "__libc_start_main"; };
  if (program.entry() == 0 || program.undefined_symbols(starts).empty()) return nullptr;
  return reinterpret_cast<EntryPoint>(reinterpret_cast<std::uintptr_t>(base) + program.entry());
}

void check_has_main(const ElfFile& program) {
  if (entry_of(program, nullptr) != nullptr || program.find_symbol("main") != nullptr) return;
  throw kernel::InputError(
      "the file has neither start code nor a function main",
      {.text = program.path(), .hint = "is it a library? name the program that uses it"});
}

}  // namespace

Privatization parse_privatization(const std::string& value) {
  struct Name {
    std::string_view text;
    Privatization meaning;
  };
  // SimGrid's mmap copies the data segment at each switch; what it is for, clones do.
  constexpr std::array<Name, 11> names = {{{"clone", Privatization::clone},
                                           {"dlopen", Privatization::dlopen},
                                           {"yes", Privatization::clone},
                                           {"on", Privatization::clone},
                                           {"true", Privatization::clone},
                                           {"1", Privatization::clone},
                                           {"mmap", Privatization::clone},
                                           {"no", Privatization::none},
                                           {"off", Privatization::none},
                                           {"false", Privatization::none},
                                           {"0", Privatization::none}}};
  const auto found = std::ranges::find(names, value, &Name::text);
  if (found != names.end()) return found->meaning;
  throw kernel::InputError("option smpi/privatization needs yes, clone, dlopen or no",
                           {.text = value});
}

std::unique_ptr<Program> Program::open(const std::string& name, const ProgramOptions& options) {
  const std::span<const std::string> names = options.private_libraries;
  const bool shared = options.privatization == Privatization::none;
  ObjectSet set = collect_objects(find_program(name), options.tool,
                                  shared ? std::span<const std::string>() : names);
  check_has_main(*set.private_objects.back());
  check_thread_variables(*set.private_objects.back());
  return std::unique_ptr<Program>(new Program(std::move(set), options));
}

Program::Program(ObjectSet set, const ProgramOptions& options)
    : privatization_(options.privatization),
      files_(std::move(set.private_objects)),
      replacement_(files_, options.replacements),
      named_code_(find_code(files_, options.named_functions)),
      wanted_mappings_(options.clone_mappings) {
  for (const std::unique_ptr<ElfFile>& file : files_) {
    objects_.push_back(ObjectInfo::of(*file));
  }
  collect_mpi_functions();
  variables_ = std::make_unique<VariableBinding>(objects_);
  choose_loader(set.search_order, options);
}

void Program::choose_loader(std::span<const SearchedObject> search_order,
                            const ProgramOptions& options) {
  if (privatization_ == Privatization::dlopen) {
    clone_obstacle_ = "--cfg=smpi/privatization:dlopen";
  } else if (options.keep_files) {
    clone_obstacle_ = "-keep-temps";
  } else {
    clone_loader_ = std::make_unique<CloneLoader>(objects_, search_order);
    clone_obstacle_ = clone_loader_->obstacle();
    if (clone_obstacle_.empty()) {
      late_libraries_ = std::make_unique<LateLibraries>(
          objects_, std::vector(search_order.begin(), search_order.end()), options.replacements,
          placement_);
      return;
    }
    clone_loader_ = nullptr;
  }
  dlopen_loader_ = std::make_unique<DlopenLoader>(
      objects_, DlopenOptions{.keep_files = options.keep_files,
                              .temporary_directory = options.temporary_directory});
}

Program::~Program() = default;

void Program::collect_mpi_functions() {
  std::set<std::string> names;
  for (const std::unique_ptr<ElfFile>& file : files_) {
    for (std::string& name : file->undefined_symbols(is_mpi_name)) {
      const bool defined = std::ranges::any_of(
          files_, [&](const auto& other) { return other->find_symbol(name) != nullptr; });
      if (!defined) names.insert(std::move(name));
    }
  }
  mpi_functions_.assign(names.begin(), names.end());
}

// Linkers always write the header, and without it the system assumes the worst.
bool Program::needs_executable_stack() const {
  return std::ranges::any_of(files_, [](const std::unique_ptr<ElfFile>& file) {
    const Elf64_Phdr* stack = file->segment(PT_GNU_STACK);
    return stack == nullptr || (stack->p_flags & PF_X) != 0;
  });
}

std::string Program::describe_loading() const {
  std::string text =
      privatization_ == Privatization::none ? "one copy for all ranks" : "a copy per rank";
  text +=
      clone_loader_ != nullptr ? " by cloning" : fmt::format(" by dlopen ({})", clone_obstacle_);
  if (clone_loader_ != nullptr && clone_mappings_ != CloneMappings::separate) {
    const bool is_shared = clone_mappings_ == CloneMappings::shared;
    text += fmt::format(", in {} writable mapping ({})", is_shared ? "a shared" : "one",
                        mappings_reason_);
  }
  if (files_.size() > 1) {
    std::vector<std::string> names;
    for (const auto& library : std::span(files_).first(files_.size() - 1)) {
      names.push_back(std::filesystem::path(library->path()).filename());
    }
    text += fmt::format(", with {}", fmt::join(names, ", "));
  }
  if (dlopen_loader_ != nullptr && !dlopen_loader_->kept_directory().empty()) {
    text += ", files in " + dlopen_loader_->kept_directory();
  }
  return text;
}

// Of clones, those that need fewer mappings last.
std::span<const CloneMappings> Program::possible_mappings() const {
  static constexpr CloneMappings all[] = {CloneMappings::separate, CloneMappings::single,
                                          CloneMappings::shared};
  if (wanted_mappings_) return {&*wanted_mappings_, 1};
  return all;
}

void Program::plan_start(std::uint64_t rank_count, std::size_t stack_bytes) {
  const std::uint64_t copies = privatization_ == Privatization::none ? 1 : rank_count;
  const ResourceLimits limits = ResourceLimits::of_this_process();
  const std::span<const CloneMappings> possible = possible_mappings();
  std::vector<ResourceNeeds> ways;
  if (clone_loader_ == nullptr) {
    ways.push_back(dlopen_loader_->copy_needs() * copies);
  } else {
    for (const CloneMappings mappings : possible) {
      ways.push_back(clone_loader_->needs(mappings, copies));
    }
  }
  const StartPlan plan = load::plan_start(rank_count, stack_bytes, ways, limits);
  clone_mappings_ = possible[plan.way];
  const char* const name = clone_mappings_ == CloneMappings::shared ? "shared" : "single";
  mappings_reason_ = plan.way > 0 ? fmt::format("more would be {} mappings, {} are left",
                                                plan.preferred_mappings, limits.mappings)
                                  : fmt::format("--cfg=smpi/clone-mappings:{}", name);
  if (late_libraries_) late_libraries_->use_mappings(clone_mappings_);
}

Instance& Program::instantiate() {
  if (privatization_ != Privatization::none || instances_.empty()) {
    const auto rank = static_cast<std::uint32_t>(instances_.size());
    const bool clone = clone_loader_ != nullptr;
    instances_.push_back(std::make_unique<Instance>(
        rank, objects_, clone ? clone_loader_->load(clone_mappings_) : dlopen_loader_->load(rank),
        placement_, late_libraries_.get()));
    placement_.add(*instances_.back(), 0, files_.size());
    replacement_.bind(instances_.back()->bases());
  }
  instances_.back()->add_user();
  return *instances_.back();
}

void Program::run_main(Instance& instance, LibcState& state, const Arguments& arguments) {
  state.instance = &instance;
  set_program_name(state.variables, arguments.argv[0]);
  variables_->bind(instance.bases(), state.variables);
  const ElfFile& program = *files_.back();
  if (const EntryPoint entry = entry_of(program, instance.program_base()); entry != nullptr) {
    jump_to_entry(entry, arguments.argv, arguments.environment, state.variables.environ);
  }
  *state.variables.environ = arguments.environment;
  std::vector<char*> argv;
  for (const std::string& argument : arguments.argv) argv.push_back(strdup(argument.c_str()));
  argv.push_back(nullptr);
  auto* main = reinterpret_cast<int (*)(int, char**, char**)>(
      instance.program_base() + program.find_symbol("main")->st_value);
  __libc_start_main(main, static_cast<int>(arguments.argv.size()), argv.data(), nullptr, nullptr,
                    nullptr, nullptr);
  __builtin_unreachable();
}

std::optional<std::size_t> Program::named_function_at(const Instance& instance,
                                                      const void* return_address) const {
  for (const CodeRange& range : named_code_) {
    const auto offset = reinterpret_cast<std::uint64_t>(return_address) -
                        reinterpret_cast<std::uint64_t>(instance.bases()[range.object]);
    if (offset >= range.begin && offset < range.end) return range.function;
  }
  return std::nullopt;
}

const Instance* Program::instance_of(const void* address) const {
  const auto found = placement_.find(address);
  return found ? found->instance : nullptr;
}

std::optional<CodeLocation> Program::locate(const void* address) const {
  if (const auto found = placement_.find(address)) {
    const auto offset = static_cast<const std::byte*>(address) - found->base;
    return source_lines_.find(objects_[found->object].file->path(),
                              static_cast<std::uint64_t>(offset));
  }
  return find_shared_code(address);
}

}  // namespace smpi::load
