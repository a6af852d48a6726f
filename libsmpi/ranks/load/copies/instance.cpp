// SPDX-License-Identifier: BSD-3-Clause
//
// Running of constructors and destructors, in the order of the ELF specification (gABI, chapter 5).
#include "libsmpi/ranks/load/copies/instance.h"

#include <elf.h>

#include <algorithm>

#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::load {
namespace {

template <class Function>
Function function_at(const std::byte* base, std::uint64_t address) {
  return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(base) + address);
}

}  // namespace

LifetimeFunctions LifetimeFunctions::of(const ElfFile& file) {
  const auto table = [&](std::int64_t address, std::int64_t size) -> Table {
    if (!file.tag(address)) return {};
    return {*file.tag(address), file.tag(size).value_or(0) / sizeof(std::uint64_t)};
  };
  return {.preinit = table(DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ),
          .init = file.tag(DT_INIT).value_or(0),
          .init_table = table(DT_INIT_ARRAY, DT_INIT_ARRAYSZ),
          .fini_table = table(DT_FINI_ARRAY, DT_FINI_ARRAYSZ),
          .fini = file.tag(DT_FINI).value_or(0)};
}

ObjectInfo ObjectInfo::of(const ElfFile& file) {
  return {.file = &file, .span_bytes = file.span_bytes(), .lifetime = LifetimeFunctions::of(file)};
}

void Placement::add(const Instance& instance, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; i++) {
    by_base_[instance.bases()[i]] = {
        .instance = &instance, .object = i, .base = instance.bases()[i]};
  }
}

std::optional<Placement::Found> Placement::find(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  auto next = by_base_.upper_bound(byte);
  if (next == by_base_.begin()) return std::nullopt;
  const Found& found = (--next)->second;
  if (byte >= found.base + found.instance->objects()[found.object].span_bytes) return std::nullopt;
  return found;
}

bool Instance::contains(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  for (std::size_t i = 0; i < bases_.size(); i++) {
    if (has_copy(i) && byte >= bases_[i] && byte < bases_[i] + objects_[i].span_bytes) return true;
  }
  return false;
}

void Instance::add_copies(std::size_t first, std::span<std::byte* const> copies) {
  if (bases_.size() < first + copies.size()) bases_.resize(first + copies.size());
  std::ranges::copy(copies, bases_.begin() + static_cast<std::ptrdiff_t>(first));
}

std::vector<std::byte*> Instance::bases_of_first(std::size_t count) const {
  std::vector<std::byte*> result = bases_;
  result.resize(count);
  return result;
}

void Instance::run_table(std::size_t object, LifetimeFunctions::Table table) const {
  const auto* entries = function_at<const InitFunction*>(bases_[object], table.address);
  for (std::uint64_t i = 0; i < table.count; i++) {
    entries[i](arguments_.argc, arguments_.argv, arguments_.environment);
  }
}

void Instance::run_constructors_of(std::size_t object) {
  const LifetimeFunctions lifetime = objects_[object].lifetime;
  started_.push_back({object, lifetime.fini_table.count});
  run_table(object, lifetime.preinit);
  if (lifetime.init != 0) {
    function_at<InitFunction>(bases_[object], lifetime.init)(arguments_.argc, arguments_.argv,
                                                             arguments_.environment);
  }
  run_table(object, lifetime.init_table);
}

void Instance::run_constructors_of(std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; i++) run_constructors_of(i);
}

void Instance::run_constructors(int argc, char** argv, char** environment,
                                InitFunction program_init) {
  if (constructed_) return;
  constructed_ = true;
  arguments_ = {argc, argv, environment};
  run_constructors_of(0, program_);
  if (program_init == nullptr) return run_constructors_of(program_);
  started_.push_back({program_, program().lifetime.fini_table.count});
  program_init(argc, argv, environment);
}

void Instance::run_destructors() {
  using Destructor = void (*)();
  if (user_count_ > 0) return;
  while (!started_.empty()) {
    const std::size_t object = started_.back().object;
    const std::byte* base = bases_[object];
    const LifetimeFunctions lifetime = objects_[object].lifetime;
    while (started_.back().object == object && started_.back().destructors_left > 0) {
      const std::uint64_t entry = --started_.back().destructors_left;
      function_at<const Destructor*>(base, lifetime.fini_table.address)[entry]();
    }
    if (started_.back().object != object) continue;  // a destructor loaded a library
    started_.pop_back();
    if (lifetime.fini != 0) function_at<Destructor>(base, lifetime.fini)();
  }
}

}  // namespace smpi::load
