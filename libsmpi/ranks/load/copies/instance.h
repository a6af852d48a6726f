// SPDX-License-Identifier: BSD-3-Clause
//
// One rank's copy of a program: its own writable data, its constructors and destructors.
//
// However a copy is made, its constructors do not run while it is loaded. They run in the context
// of the rank, like everything else of the program, so they may read the clock, print, or call
// exit; and the destructors of a rank that crashed or was abandoned never run at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace smpi::load {

class ElfFile;
class Instance;
class LateLibraries;

// Where the functions are that run before and after main; addresses as in the file, 0 when absent.
struct LifetimeFunctions {
  struct Table {
    std::uint64_t address = 0;
    std::uint64_t count = 0;
  };
  Table preinit;
  std::uint64_t init = 0;
  Table init_table;
  Table fini_table;
  std::uint64_t fini = 0;

  static LifetimeFunctions of(const ElfFile& file);
};

// The part of an executable or library that all copies share.
struct ObjectInfo {
  const ElfFile* file = nullptr;
  std::uint64_t span_bytes = 0;
  LifetimeFunctions lifetime;

  static ObjectInfo of(const ElfFile& file);
};

// Which copy is at an address, for all copies of a program.
class Placement {
 public:
  struct Found {
    const Instance* instance = nullptr;
    std::size_t object = 0;           // index into Instance::objects()
    const std::byte* base = nullptr;  // its load address
  };
  // Adds `count` objects of a copy.
  void add(const Instance& instance, std::size_t first, std::size_t count);
  std::optional<Found> find(const void* address) const;

 private:
  std::map<const std::byte*, Found> by_base_;
};

class Instance {
 public:
  // `bases` has the load address of each object: libraries in the order their constructors run,
  // the program last. More objects may come later.
  // `late_libraries`: nullptr when the dynamic linker loaded the copy.
  Instance(std::uint32_t rank, const std::vector<ObjectInfo>& objects,
           std::vector<std::byte*> bases, const Placement& placement, LateLibraries* late_libraries)
      : objects_(objects),
        bases_(std::move(bases)),
        program_(bases_.size() - 1),
        placement_(placement),
        late_libraries_(late_libraries),
        rank_(rank) {}

  std::uint32_t rank() const { return rank_; }
  // Those of the program first. Some of the later ones may be in other ranks only: their base is
  // nullptr, or missing at the end.
  std::span<const ObjectInfo> objects() const { return objects_; }
  std::span<std::byte* const> bases() const { return bases_; }
  const ObjectInfo& program() const { return objects_[program_]; }
  std::byte* program_base() const { return bases_[program_]; }
  const Placement& placement() const { return placement_; }
  bool unknown_to_linker() const { return late_libraries_ != nullptr; }
  LateLibraries* late_libraries() const { return late_libraries_; }
  // Adds copies of objects [first, first + copies.size()).
  void add_copies(std::size_t first, std::span<std::byte* const> copies);
  // The bases of the first objects, nullptr for those that are not in this rank.
  std::vector<std::byte*> bases_of_first(std::size_t count) const;
  bool has_copy(std::size_t object) const {
    return object < bases_.size() && bases_[object] != nullptr;
  }
  // Does the address lie in this copy?
  bool contains(const void* address) const;

  using InitFunction = void (*)(int, char**, char**);
  // Runs the constructors once. `program_init`, when not null, stands for those of the program.
  void run_constructors(int argc, char** argv, char** environment, InitFunction program_init);
  // Runs those of copies that were added, with the arguments of the program.
  void run_constructors_of(std::size_t first, std::size_t count);
  // One more rank runs in this copy (all do, without privatization).
  void add_user() { user_count_++; }
  void remove_user() { user_count_--; }
  // Runs what is left of the destructors once no rank uses the copy; a destructor may call exit
  // and so come back here.
  void run_destructors();

 private:
  struct ConstructorArguments {
    int argc = 0;
    char** argv = nullptr;
    char** environment = nullptr;
  };
  // An object whose constructors were started; of its destructors, those to run.
  struct Started {
    std::size_t object;
    std::uint64_t destructors_left;
  };
  void run_constructors_of(std::size_t object);
  void run_table(std::size_t object, LifetimeFunctions::Table table) const;

  const std::vector<ObjectInfo>& objects_;
  std::vector<std::byte*> bases_;
  std::size_t program_;
  const Placement& placement_;
  LateLibraries* late_libraries_;
  std::uint32_t rank_;
  std::uint32_t user_count_ = 0;
  bool constructed_ = false;
  ConstructorArguments arguments_;
  std::vector<Started> started_;  // in that order
};

}  // namespace smpi::load
