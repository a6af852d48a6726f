// SPDX-License-Identifier: BSD-3-Clause
//
// Running of constructors and destructors, in the order of the ELF specification (gABI, chapter 5).
#include "libsmpi/load/instance.h"

#include <elf.h>

#include "libsmpi/load/elf_file.h"

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

void Placement::add(const Instance& instance) {
  for (std::size_t i = 0; i < instance.bases().size(); i++) {
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
    if (byte >= bases_[i] && byte < bases_[i] + objects_[i].span_bytes) return true;
  }
  return false;
}

void Instance::run_table(std::size_t object, LifetimeFunctions::Table table, int argc, char** argv,
                         char** environment) const {
  const auto* entries = function_at<const InitFunction*>(bases_[object], table.address);
  for (std::uint64_t i = 0; i < table.count; i++) entries[i](argc, argv, environment);
}

void Instance::run_constructors(int argc, char** argv, char** environment,
                                InitFunction program_init) {
  if (constructed_) return;
  constructed_ = true;
  for (std::size_t i = 0; i < bases_.size(); i++) {
    const LifetimeFunctions& lifetime = objects_[i].lifetime;
    objects_left_ = i + 1;
    entries_left_ = lifetime.fini_table.count;
    if (i + 1 == bases_.size() && program_init != nullptr) {
      program_init(argc, argv, environment);
      return;
    }
    run_table(i, lifetime.preinit, argc, argv, environment);
    if (lifetime.init != 0) {
      function_at<InitFunction>(bases_[i], lifetime.init)(argc, argv, environment);
    }
    run_table(i, lifetime.init_table, argc, argv, environment);
  }
}

void Instance::run_destructors() {
  using Destructor = void (*)();
  if (user_count_ > 0) return;
  while (objects_left_ > 0) {
    const std::byte* base = bases_[objects_left_ - 1];
    const LifetimeFunctions& lifetime = objects_[objects_left_ - 1].lifetime;
    while (entries_left_ > 0) {
      entries_left_--;
      function_at<const Destructor*>(base, lifetime.fini_table.address)[entries_left_]();
    }
    objects_left_--;
    if (objects_left_ > 0) {
      entries_left_ = objects_[objects_left_ - 1].lifetime.fini_table.count;
    }
    if (lifetime.fini != 0) function_at<Destructor>(base, lifetime.fini)();
  }
}

}  // namespace smpi::load
