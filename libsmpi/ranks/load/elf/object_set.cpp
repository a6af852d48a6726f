// SPDX-License-Identifier: BSD-3-Clause
//
// The walk over DT_NEEDED, breadth first as the dynamic linker does it.
#include "libsmpi/ranks/load/elf/object_set.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "kernel/error.h"
#include "libsmpi/ranks/load/elf/library_search.h"

namespace smpi::load {
namespace {

struct Object {
  std::unique_ptr<ElfFile> file;    // nullptr for parts of the system, which are not looked into
  std::string name;                 // as the dynamic linker is asked for it
  std::vector<std::size_t> needed;  // indices
  bool is_private = false;
  bool is_tool = false;
  std::optional<std::size_t> known = std::nullopt;  // index of an object that the rank has
};

[[noreturn]] void fail(const std::string& message, const std::string& text,
                       const std::string& hint) {
  throw kernel::InputError(message, {.text = text, .hint = hint});
}

// libc, the dynamic linker and this library: one copy serves all, and two could not work.
bool is_part_of_system(const std::string& name) {
  constexpr std::array stems = {"ld-linux-x86-64.so", "libc.so",   "libm.so",      "libpthread.so",
                                "libdl.so",           "librt.so",  "libstdc++.so", "libgcc_s.so",
                                "libmpi_abi.so",      "libsmpi.so"};
  return std::ranges::any_of(stems, [&](const char* stem) { return name.starts_with(stem); });
}

bool is_other_mpi(const std::string& name) {
  constexpr std::array stems = {"libmpi.so",        "libmpich.so",     "libmpi_cxx.so",
                                "libmpicxx.so",     "libmpichcxx.so",  "libmpi_mpifh.so",
                                "libmpifort.so",    "libmpichfort.so", "libmpi_usempif08.so",
                                "libmpi_usempi.so", "libsimgrid.so"};
  return std::ranges::any_of(stems, [&](const char* stem) { return name.starts_with(stem); });
}

// Libraries of a language with state of one program: libgfortran has the table of Fortran's units
// and the command line.
bool is_language_runtime(const std::string& name) {
  return name.starts_with("libgfortran.so");
}

std::string name_of(const ElfFile& file) {
  return file.soname().empty() ? std::filesystem::path(file.path()).filename().string()
                               : file.soname();
}

// What an object defines itself, for any other object to use.
std::set<std::string_view> own_definitions(const ElfFile& file) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i < file.symbols().size(); i++) {
    const Elf64_Sym& symbol = file.symbols()[i];
    const bool counts = symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
    if (counts) names.insert(file.symbol_name(i));
  }
  for (const Elf64_Rela& relocation : file.data_relocations()) {
    if (ELF64_R_TYPE(relocation.r_info) != R_X86_64_COPY) continue;
    names.erase(file.symbol_name(ELF64_R_SYM(relocation.r_info)));
  }
  return names;
}

// Users write libfoo, libfoo.so or libfoo.so.1 for the library libfoo.so.1, or its path.
bool is_meant(const std::string& wanted, const ElfFile& file) {
  const std::string name = name_of(file);
  if (wanted == file.path() || wanted == name) return true;
  return name.starts_with(wanted) && name[wanted.size()] == '.';
}

class ObjectGraph {
 public:
  // The tool, if any, is as if the program had named it first of all that it needs.
  ObjectGraph(const std::string& program_path, const std::string& tool) {
    objects_.push_back({std::make_unique<ElfFile>(program_path), program_path, {}, true});
    if (!tool.empty()) {
      objects_.push_back({std::make_unique<ElfFile>(tool), tool, {}, true, true});
      objects_.front().needed.push_back(1);
    }
    add_all_needed();
  }

  // A library that comes later, for a rank that has the known objects.
  ObjectGraph(const std::string& path, std::span<const ObjectInfo> known) : known_(known) {
    objects_.push_back({std::make_unique<ElfFile>(path), path, {}});
    add_all_needed();
  }

  void choose(std::span<const std::string> wanted_names);
  ObjectSet take();

 private:
  void add_all_needed();
  void add_needed(std::size_t user);
  void make_users_private();
  void make_runtimes_private();
  Object load(const std::string& name, const ElfFile& user) const;
  void visit(std::size_t index, std::vector<bool>& visited, std::vector<std::size_t>& order) const;

  bool uses_known_symbols(const ElfFile& file) const;

  std::span<const ObjectInfo> known_;
  std::vector<Object> objects_;
  std::map<std::string, std::size_t> by_name_;
};

Object ObjectGraph::load(const std::string& name, const ElfFile& user) const {
  if (is_part_of_system(name)) return {nullptr, name, {}, false};
  for (std::size_t i = 0; i < known_.size(); i++) {
    if (name_of(*known_[i].file) == name) return {nullptr, name, {}, true, false, i};
  }
  const std::string path = find_library(name, user);
  if (path.empty()) {
    fail(fmt::format("library not found, needed by {}", user.path()), name,
         "install it, or name its directory in LD_LIBRARY_PATH");
  }
  return {std::make_unique<ElfFile>(path), path, {}, false};
}

void ObjectGraph::add_all_needed() {
  for (std::size_t i = 0; i < objects_.size(); i++) {
    if (objects_[i].file != nullptr) add_needed(i);
  }
}

// Does the file leave to others what a known object defines? Weak definitions do not count, every
// C++ library has some of the same, nor do copies of variables of shared libraries.
bool ObjectGraph::uses_known_symbols(const ElfFile& file) const {
  const std::vector<std::string> wanted = file.undefined_symbols([](auto) { return true; });
  return std::ranges::any_of(known_, [&](const ObjectInfo& object) {
    const std::set<std::string_view> defined = own_definitions(*object.file);
    return std::ranges::any_of(wanted,
                               [&](const std::string& name) { return defined.contains(name); });
  });
}

void ObjectGraph::add_needed(std::size_t user) {
  const std::vector<std::string> names = objects_[user].file->needed();
  for (const std::string& name : names) {
    if (is_other_mpi(name)) {
      fail(fmt::format("{} was linked with another MPI", objects_[user].file->path()), name,
           "build it with smpicc or smpicxx, against libmpi_abi.so.1");
    }
    const auto [entry, added] = by_name_.try_emplace(name, objects_.size());
    if (added) objects_.push_back(load(name, *objects_[user].file));
    objects_[user].needed.push_back(entry->second);
  }
}

void ObjectGraph::choose(std::span<const std::string> wanted_names) {
  for (const std::string& wanted : wanted_names) {
    const auto found =
        std::find_if(objects_.begin() + 1, objects_.end(), [&](const Object& object) {
          return object.file != nullptr && is_meant(wanted, *object.file);
        });
    if (found == objects_.end()) {
      fail(
          "the program does not use this library of --cfg=smpi/privatize-libs, or all ranks must "
          "share it",
          wanted, fmt::format("it uses: {}", fmt::join(objects_.front().file->needed(), ", ")));
    }
    found->is_private = true;
  }
  for (Object& object : objects_) {
    if (object.file == nullptr) continue;
    if (!object.file->undefined_symbols(is_mpi_name).empty() || uses_known_symbols(*object.file)) {
      object.is_private = true;
    }
  }
  make_users_private();
  make_runtimes_private();
}

void ObjectGraph::make_users_private() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Object& object : objects_) {
      if (object.is_private) continue;
      object.is_private = std::ranges::any_of(
          object.needed, [&](std::size_t index) { return objects_[index].is_private; });
      changed = changed || object.is_private;
    }
  }
}

// What a program and its private libraries are linked with themselves. Shared libraries that use a
// runtime too, such as LAPACK, keep the shared copy: they must not become private for it.
void ObjectGraph::make_runtimes_private() {
  std::vector<std::size_t> runtimes;
  for (const Object& object : objects_) {
    if (!object.is_private) continue;
    std::ranges::copy_if(object.needed, std::back_inserter(runtimes), [&](std::size_t index) {
      const Object& needed = objects_[index];
      return needed.file != nullptr && is_language_runtime(name_of(*needed.file));
    });
  }
  for (const std::size_t runtime : runtimes) objects_[runtime].is_private = true;
}

// Lists the private objects below `index` with what they need before them.
void ObjectGraph::visit(std::size_t index, std::vector<bool>& visited,
                        std::vector<std::size_t>& order) const {
  if (visited[index]) return;
  visited[index] = true;
  for (const std::size_t needed : objects_[index].needed) visit(needed, visited, order);
  if (objects_[index].is_private && !objects_[index].known) order.push_back(index);
}

ObjectSet ObjectGraph::take() {
  std::vector<bool> visited(objects_.size());
  std::vector<std::size_t> order;
  visit(0, visited, order);
  ObjectSet result;
  for (std::size_t i = 0; i < objects_.size(); i++) {
    const auto position = std::ranges::find(order, i);
    if (objects_[i].known) {
      result.search_order.push_back({.private_object = objects_[i].known, .shared_library = {}});
    } else if (position == order.end()) {
      result.search_order.push_back(
          {.private_object = std::nullopt, .shared_library = objects_[i].name});
    } else {
      result.search_order.push_back(
          {.private_object = known_.size() + static_cast<std::size_t>(position - order.begin()),
           .shared_library = {},
           .is_tool = objects_[i].is_tool});
    }
  }
  for (const std::size_t index : order) {
    result.private_objects.push_back(std::move(objects_[index].file));
  }
  return result;
}

}  // namespace

bool is_mpi_name(std::string_view name) {
  constexpr std::array<std::string_view, 5> prefixes = {"MPI_", "PMPI_", "smpi_", "mpi_", "pmpi_"};
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

ObjectSet collect_objects(const std::string& program_path, const std::string& tool,
                          std::span<const std::string> private_names) {
  ObjectGraph graph(program_path, tool);
  graph.choose(private_names);
  return graph.take();
}

ObjectSet collect_late_objects(const std::string& path, std::span<const ObjectInfo> known) {
  ObjectGraph graph(path, known);
  graph.choose({});
  return graph.take();
}

std::string find_program(const std::string& name) {
  const std::filesystem::path path(name);
  std::error_code error;
  if (name.find('/') != std::string::npos || std::filesystem::exists(path, error)) {
    return std::filesystem::absolute(path, error).lexically_normal();
  }
  const char* search_path = std::getenv("PATH");
  std::stringstream directories(search_path == nullptr ? "" : search_path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(directory) / name;
    if (std::filesystem::is_regular_file(candidate, error) &&
        access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  fail("program not found", name, "it is neither in the working directory nor in PATH");
}

}  // namespace smpi::load
