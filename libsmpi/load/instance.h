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
};

// Which copy is at an address, for all copies of a program.
class Placement {
 public:
  struct Found {
    const Instance* instance = nullptr;
    std::size_t object = 0;           // index into Instance::objects()
    const std::byte* base = nullptr;  // its load address
  };
  void add(const Instance& instance);
  std::optional<Found> find(const void* address) const;

 private:
  std::map<const std::byte*, Found> by_base_;
};

class Instance {
 public:
  // `bases` has the load address of each object: libraries in the order their constructors run,
  // the program last.
  // `unknown_to_linker`: the dynamic linker did not load the copy.
  Instance(std::uint32_t rank, std::span<const ObjectInfo> objects, std::vector<std::byte*> bases,
           const Placement& placement, bool unknown_to_linker)
      : objects_(objects),
        bases_(std::move(bases)),
        placement_(placement),
        rank_(rank),
        unknown_to_linker_(unknown_to_linker) {}

  std::uint32_t rank() const { return rank_; }
  std::span<const ObjectInfo> objects() const { return objects_; }
  std::span<std::byte* const> bases() const { return bases_; }
  std::byte* program_base() const { return bases_.back(); }
  const Placement& placement() const { return placement_; }
  bool unknown_to_linker() const { return unknown_to_linker_; }
  // Does the address lie in this copy?
  bool contains(const void* address) const;

  using InitFunction = void (*)(int, char**, char**);
  // Runs the constructors once. `program_init`, when not null, stands for those of the program.
  void run_constructors(int argc, char** argv, char** environment, InitFunction program_init);
  // One more rank runs in this copy (all do, without privatization).
  void add_user() { user_count_++; }
  void remove_user() { user_count_--; }
  // Runs what is left of the destructors once no rank uses the copy; a destructor may call exit
  // and so come back here.
  void run_destructors();

 private:
  void run_table(std::size_t object, LifetimeFunctions::Table table, int argc, char** argv,
                 char** environment) const;

  std::span<const ObjectInfo> objects_;
  std::vector<std::byte*> bases_;
  const Placement& placement_;
  std::uint32_t rank_;
  bool unknown_to_linker_;
  std::uint32_t user_count_ = 0;
  bool constructed_ = false;
  // Destructors still to run: those of objects [0, objects_left_), and of the last one only the
  // first entries of its table.
  std::size_t objects_left_ = 0;
  std::uint64_t entries_left_ = 0;
};

}  // namespace smpi::load
