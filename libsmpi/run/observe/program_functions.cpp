// SPDX-License-Identifier: BSD-3-Clause
//
// Copying what the symbol tables say, and binary search.
#include "libsmpi/run/observe/program_functions.h"

#include <algorithm>

#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"

namespace smpi::observe {

void ProgramFunctions::learn(const load::Instance& instance) {
  if (is_known()) return;
  for (std::size_t object = 0; object < instance.objects().size(); object++) {
    const load::ElfFile& file = *instance.objects()[object].file;
    const load::FunctionTable table(file);
    first_.push_back(functions_.size());
    for (const load::FunctionSymbol& symbol : table.all()) {
      if (symbol.size_bytes == 0) continue;
      functions_.push_back({.name = table.unique_name(symbol).value_or(""),
                            .file = file.path(),
                            .place = {.object = object, .address = symbol.address},
                            .end = symbol.address + symbol.size_bytes,
                            .room_bytes = table.room_bytes(symbol)});
    }
  }
  first_.push_back(functions_.size());
  objects_ = instance.objects().data();
}

bool ProgramFunctions::is_at_entry(FunctionNumber number, const load::Instance& instance,
                                   const void* address) const {
  constexpr std::uint64_t entry_bytes = 16;
  const auto place = instance.placement().find(address);
  if (!place) return false;
  const auto offset = static_cast<const std::byte*>(address) - place->base;
  return static_cast<std::uint64_t>(offset) - functions_[number].place.address < entry_bytes;
}

std::optional<FunctionNumber> ProgramFunctions::at(const load::Instance& instance,
                                                   const void* address) const {
  if (instance.objects().data() != objects_) return std::nullopt;
  const auto place = instance.placement().find(address);
  if (!place) return std::nullopt;
  const auto offset =
      static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - place->base);
  const auto begin = functions_.begin() + static_cast<std::ptrdiff_t>(first_[place->object]);
  const auto end = functions_.begin() + static_cast<std::ptrdiff_t>(first_[place->object + 1]);
  const auto next = std::upper_bound(begin, end, offset, [](std::uint64_t wanted, const auto& f) {
    return wanted < f.place.address;
  });
  if (next == begin || offset >= std::prev(next)->end) return std::nullopt;
  return static_cast<FunctionNumber>(std::prev(next) - functions_.begin());
}

}  // namespace smpi::observe
