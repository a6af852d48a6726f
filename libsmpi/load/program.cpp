// SPDX-License-Identifier: BSD-3-Clause
//
// Opening, copying, starting and looking up.
#include "libsmpi/load/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "kernel/error.h"
#include "libsmpi/load/dlopen_loader.h"
#include "libsmpi/load/object_set.h"
#include "libsmpi/load/start.h"

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
      {.file = "",
       .line = 0,
       .text = program.path(),
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
  throw kernel::InputError("the file has neither start code nor a function main",
                           {.file = "",
                            .line = 0,
                            .text = program.path(),
                            .hint = "is it a library? name the program that uses it"});
}

// A variable of libc that programs access directly and of which each rank has its own.
struct Variable {
  std::string_view name;
  void (*use)(LibcVariables& variables, void* address);  // the program brings its own storage
  void* (*address)(const LibcVariables& variables);
};

template <auto member>
constexpr Variable variable(std::string_view name) {
  return {name,
          [](LibcVariables& variables, void* address) {
            const auto value = *(variables.*member);
            variables.*member = static_cast<decltype(variables.*member + 0)>(address);
            *(variables.*member) = value;
          },
          [](const LibcVariables& variables) -> void* { return variables.*member; }};
}

constexpr std::array variables = {
    variable<&LibcVariables::optind>("optind"),   variable<&LibcVariables::opterr>("opterr"),
    variable<&LibcVariables::optopt>("optopt"),   variable<&LibcVariables::optarg>("optarg"),
    variable<&LibcVariables::environ>("environ"), variable<&LibcVariables::environ>("__environ"),
    variable<&LibcVariables::environ>("_environ")};

// Calls visit(variable, relocation) for each relocation of a private object that names one.
template <class Visitor>
void for_each_use(const ElfFile& file, Visitor&& visit) {
  for (const Elf64_Rela& relocation : file.data_relocations()) {
    const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
    if (symbol == 0) continue;
    const auto found = std::ranges::find(variables, file.symbol_name(symbol), &Variable::name);
    if (found != variables.end()) visit(*found, relocation);
  }
}

// Makes the copy use the rank's variables: a copy relocation gives the rank the program's storage,
// any other pointer to the variable is redirected to the rank's.
void bind_variables(const Instance& instance, LibcVariables& state) {
  const std::span<const ObjectInfo> objects = instance.objects();
  for_each_use(*objects.back().file, [&](const Variable& entry, const Elf64_Rela& relocation) {
    if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_COPY) {
      entry.use(state, instance.program_base() + relocation.r_offset);
    }
  });
  for (std::size_t i = 0; i < objects.size(); i++) {
    const ElfFile& file = *objects[i].file;
    for_each_use(file, [&](const Variable& entry, const Elf64_Rela& relocation) {
      const auto type = ELF64_R_TYPE(relocation.r_info);
      const bool own = file.symbols()[ELF64_R_SYM(relocation.r_info)].st_shndx != SHN_UNDEF;
      if (own || (type != R_X86_64_GLOB_DAT && type != R_X86_64_64)) return;
      auto* slot = reinterpret_cast<std::byte**>(instance.bases()[i] + relocation.r_offset);
      *slot = static_cast<std::byte*>(entry.address(state)) + relocation.r_addend;
    });
  }
}

}  // namespace

std::unique_ptr<Program> Program::open(const std::string& name, const ProgramOptions& options) {
  const std::span<const std::string> names = options.private_libraries;
  const bool shared = options.privatization == Privatization::none;
  std::vector<std::unique_ptr<ElfFile>> files =
      collect_private_objects(find_program(name), shared ? std::span<const std::string>() : names);
  check_has_main(*files.back());
  check_thread_variables(*files.back());
  return std::unique_ptr<Program>(new Program(std::move(files), options));
}

Program::Program(std::vector<std::unique_ptr<ElfFile>> files, const ProgramOptions& options)
    : privatization_(options.privatization), files_(std::move(files)) {
  for (const std::unique_ptr<ElfFile>& file : files_) {
    objects_.push_back({.file = file.get(),
                        .span_bytes = file->span_bytes(),
                        .lifetime = LifetimeFunctions::of(*file)});
  }
  collect_mpi_functions();
  loader_ = std::make_unique<DlopenLoader>(
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

std::string Program::describe_loading() const {
  if (privatization_ == Privatization::none) return "one copy of the program for all ranks";
  std::string text = "a copy per rank by dlopen";
  if (objects_.size() > 1) {
    std::vector<std::string> names;
    for (const ObjectInfo& object : std::span(objects_).first(objects_.size() - 1)) {
      names.push_back(std::filesystem::path(object.file->path()).filename());
    }
    text += fmt::format(", with {}", fmt::join(names, ", "));
  }
  if (!loader_->kept_directory().empty()) text += ", files in " + loader_->kept_directory();
  return text;
}

ResourceNeeds Program::copy_needs(std::uint64_t rank_count) const {
  const std::uint64_t copies = privatization_ == Privatization::none ? 1 : rank_count;
  ResourceNeeds needs = loader_->copy_needs();
  needs.mappings *= copies;
  needs.address_space_bytes *= copies;
  needs.memory_bytes *= copies;
  return needs;
}

void Program::check_resources(std::uint64_t rank_count, std::size_t stack_bytes) const {
  ResourceNeeds needs = copy_needs(rank_count);
  needs += stack_needs(rank_count, stack_bytes);
  load::check_resources(rank_count, needs, ResourceLimits::of_this_process());
}

Instance& Program::instantiate() {
  if (privatization_ != Privatization::none || instances_.empty()) {
    const auto rank = static_cast<std::uint32_t>(instances_.size());
    instances_.push_back(std::make_unique<Instance>(rank, objects_, loader_->load(rank)));
    const Instance& instance = *instances_.back();
    for (std::size_t i = 0; i < objects_.size(); i++) {
      placed_[instance.bases()[i]] = {.instance = &instance, .object = i};
    }
  }
  instances_.back()->add_user();
  return *instances_.back();
}

void Program::run_main(Instance& instance, LibcState& state, const Arguments& arguments) {
  state.instance = &instance;
  bind_variables(instance, state.variables);
  const ElfFile& program = *objects_.back().file;
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

std::optional<std::pair<const std::byte*, Program::Placed>> Program::find_placed(
    const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  auto next = placed_.upper_bound(byte);
  if (next == placed_.begin()) return std::nullopt;
  --next;
  const auto& [base, placed] = *next;
  if (byte >= base + objects_[placed.object].span_bytes) return std::nullopt;
  return *next;
}

const Instance* Program::instance_of(const void* address) const {
  const auto found = find_placed(address);
  return found ? found->second.instance : nullptr;
}

std::optional<CodeLocation> Program::locate(const void* address) const {
  if (const auto found = find_placed(address)) {
    const auto offset = static_cast<const std::byte*>(address) - found->first;
    return source_lines_.find(objects_[found->second.object].file->path(),
                              static_cast<std::uint64_t>(offset));
  }
  return find_shared_code(address);
}

}  // namespace smpi::load
