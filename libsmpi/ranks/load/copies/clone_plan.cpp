// SPDX-License-Identifier: BSD-3-Clause
//
// Reading segments and relocations into a plan, and following it.
#include "libsmpi/ranks/load/copies/clone_plan.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "libsmpi/ranks/load/elf/dynamic_linking.h"
#include "libsmpi/ranks/load/threads/thread_variables.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;

std::uint64_t page_floor(std::uint64_t value) {
  return value & ~(page_bytes - 1);
}
std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

int protection_of(const Elf64_Phdr& part) {
  return ((part.p_flags & PF_R) != 0 ? PROT_READ : 0) |
         ((part.p_flags & PF_W) != 0 ? PROT_WRITE : 0) |
         ((part.p_flags & PF_X) != 0 ? PROT_EXEC : 0);
}

std::uint64_t thread_pointer() {
  std::uint64_t value = 0;
  asm("mov %%fs:0, %0" : "=r"(value));
  return value;
}

void store(std::byte* address, std::uint64_t value) {
  std::memcpy(address, &value, sizeof value);
}

}  // namespace

ClonePlan::ClonePlan(std::span<const ObjectInfo> objects, std::size_t index,
                     const SymbolSearch& symbols)
    : objects_(objects), index_(index), file_(*objects[index].file) {
  lay_out();
  lay_out_thread_variables();
  if (obstacle_.empty()) read_relocations(symbols);
}

void ClonePlan::refuse(const std::string& reason) {
  if (obstacle_.empty()) obstacle_ = reason;
}

// Read-only segments that lie in the file as they lie in memory become one mapping, readable and
// executable: fewer mappings a rank. All writable ones become one stretch of private memory.
void ClonePlan::lay_out() {
  for (const Elf64_Phdr& part : file_.segments()) {
    if (part.p_type != PT_LOAD) continue;
    alignment_ = std::max(alignment_, part.p_align);
    if ((part.p_flags & PF_W) != 0) {
      if ((part.p_flags & PF_X) != 0) return refuse("writable code");
      if (data_end_ == 0) data_start_ = page_floor(part.p_vaddr);
      data_end_ = part.p_vaddr + part.p_memsz;
      template_.resize(part.p_vaddr + part.p_filesz - data_start_);
      std::memcpy(template_.data() + (part.p_vaddr - data_start_),
                  file_.content().data() + part.p_offset, part.p_filesz);
      continue;
    }
    if (data_end_ != 0) return refuse("read-only data behind writable data");
    const Text text{.address = page_floor(part.p_vaddr),
                    .size_bytes = part.p_vaddr + part.p_memsz - page_floor(part.p_vaddr),
                    .file_offset = page_floor(part.p_offset),
                    .protection = protection_of(part)};
    const bool joins = !texts_.empty() && text.file_offset - text.address ==
                                              texts_.back().file_offset - texts_.back().address;
    if (joins) {
      texts_.back().size_bytes = text.address + text.size_bytes - texts_.back().address;
      texts_.back().protection |= text.protection;
    } else {
      texts_.push_back(text);
    }
  }
  if (data_end_ == 0) {
    data_start_ =
        texts_.empty() ? 0 : align_up(texts_.back().address + texts_.back().size_bytes, page_bytes);
    data_end_ = data_start_;
  }
  const bool overlaps = std::ranges::any_of(
      texts_, [&](const Text& text) { return text.address + text.size_bytes > data_start_; });
  if (overlaps) refuse("code and data share a page");
  end_ = align_up(data_end_, page_bytes);
}

void ClonePlan::lay_out_thread_variables() {
  const Elf64_Phdr* part = file_.segment(PT_TLS);
  if (part == nullptr || part->p_memsz == 0) return;
  thread_module_ = thread_module_address(file_);
  // The block keeps the alignment of its variables, also relative to the start of the segment.
  const std::uint64_t alignment = std::max<std::uint64_t>(part->p_align, 1);
  thread_block_ =
      align_up(thread_module_ + sizeof(ThreadModule), alignment) + part->p_vaddr % alignment;
  alignment_ = std::max(alignment_, alignment);
  end_ = align_up(thread_block_ + part->p_memsz, page_bytes);
}

std::uint64_t ClonePlan::value_at(std::uint64_t address) const {
  std::uint64_t value = 0;
  if (address + sizeof value <= data_start_ + template_.size()) {
    std::memcpy(&value, template_.data() + (address - data_start_), sizeof value);
  }
  return value;
}

bool ClonePlan::is_writable(std::uint64_t address, std::uint64_t size_bytes) const {
  return address >= data_start_ && address + size_bytes <= data_end_;
}

void ClonePlan::set(std::uint64_t address, std::uint64_t value) {
  const std::uint64_t offset = address - data_start_;
  if (offset + sizeof value > template_.size()) template_.resize(offset + sizeof value);
  store(template_.data() + offset, value);
}

void ClonePlan::read_relocations(const SymbolSearch& symbols) {
  if (file_.tag(DT_REL)) return refuse("relocations of the form DT_REL");
  read_packed_relocations();
  for (const Elf64_Rela& relocation : file_.data_relocations()) add(relocation, symbols);
  for (const Elf64_Rela& relocation : file_.call_relocations()) add(relocation, symbols);
}

// DT_RELR: an even word is the address of a pointer; the bits of an odd one stand for the next 63
// words.
void ClonePlan::read_packed_relocations() {
  constexpr std::uint64_t word_bytes = sizeof(std::uint64_t);
  const auto table_at = file_.tag(DT_RELR);
  if (!table_at) return;
  const std::span<const std::byte> bytes = file_.at(*table_at);
  const std::uint64_t size_bytes =
      std::min<std::uint64_t>(file_.tag(DT_RELRSZ).value_or(0), bytes.size());
  std::uint64_t next = 0;
  const auto add_pointer = [&](std::uint64_t address) {
    if (!is_writable(address, word_bytes)) return refuse("relocations in read-only memory");
    pointers_.push_back({address, value_at(address)});
  };
  for (std::uint64_t at = 0; at + word_bytes <= size_bytes; at += word_bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & 1) == 0) {
      add_pointer(word);
      next = word + word_bytes;
      continue;
    }
    for (std::uint64_t bit = 1; bit < 64; bit++) {
      if ((word >> bit & 1) != 0) add_pointer(next + (bit - 1) * word_bytes);
    }
    next += 63 * word_bytes;
  }
}

void ClonePlan::add(const Elf64_Rela& relocation, const SymbolSearch& symbols) {
  const auto type = ELF64_R_TYPE(relocation.r_info);
  if (type == R_X86_64_NONE) return;
  const std::uint64_t address = relocation.r_offset;
  if (!is_writable(address, type == R_X86_64_COPY ? 1 : sizeof(std::uint64_t))) {
    return refuse("relocations in read-only memory");
  }
  const auto addend = static_cast<std::uint64_t>(relocation.r_addend);
  switch (type) {
    case R_X86_64_RELATIVE:
      pointers_.push_back({address, addend});
      break;
    case R_X86_64_IRELATIVE:
      chosen_functions_.push_back({address, addend, index_});
      break;
    case R_X86_64_GLOB_DAT:
    case R_X86_64_JUMP_SLOT:
    case R_X86_64_64:
      add_symbol(relocation, symbols.find(index_, ELF64_R_SYM(relocation.r_info), false));
      break;
    case R_X86_64_COPY:
      add_copy(relocation, symbols);
      break;
    case R_X86_64_DTPMOD64:
    case R_X86_64_DTPOFF64:
    case R_X86_64_TPOFF64:
      add_thread_variable(relocation, symbols);
      break;
    default:
      refuse(fmt::format("relocations of type {}", type));
  }
}

void ClonePlan::add_symbol(const Elf64_Rela& relocation, const SymbolPlace& place) {
  const std::uint64_t address = relocation.r_offset;
  // GLOB_DAT and JUMP_SLOT have no addend.
  const std::uint64_t addend = ELF64_R_TYPE(relocation.r_info) == R_X86_64_64
                                   ? static_cast<std::uint64_t>(relocation.r_addend)
                                   : 0;
  const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
  const std::string_view name = file_.symbol_name(symbol);
  switch (place.kind) {
    case SymbolPlace::Kind::missing:
      if (ELF64_ST_BIND(file_.symbols()[symbol].st_info) != STB_WEAK) missing_.emplace_back(name);
      set(address, 0);
      break;
    case SymbolPlace::Kind::shared: {
      const void* ours = linking_function(name);
      set(address,
          (ours != nullptr ? reinterpret_cast<std::uint64_t>(ours) : place.value) + addend);
      break;
    }
    case SymbolPlace::Kind::in_object:
      if (place.object == index_) {
        pointers_.push_back({address, place.value + addend});
      } else {
        cross_pointers_.push_back({address, place.value + addend, place.object});
      }
      break;
    case SymbolPlace::Kind::function_in_object:
      chosen_functions_.push_back({address, place.value, place.object});
      break;
  }
}

void ClonePlan::add_copy(const Elf64_Rela& relocation, const SymbolSearch& symbols) {
  const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
  const std::uint64_t size_bytes = file_.symbols()[symbol].st_size;
  const SymbolPlace place = symbols.find(index_, symbol, true);
  if (!is_writable(relocation.r_offset, size_bytes)) {
    return refuse("relocations in read-only memory");
  }
  switch (place.kind) {
    case SymbolPlace::Kind::missing:
    case SymbolPlace::Kind::function_in_object:
      missing_.emplace_back(file_.symbol_name(symbol));
      break;
    case SymbolPlace::Kind::shared: {
      const std::uint64_t offset = relocation.r_offset - data_start_;
      if (offset + size_bytes > template_.size()) template_.resize(offset + size_bytes);
      std::memcpy(template_.data() + offset, reinterpret_cast<const void*>(place.value),
                  size_bytes);
      break;
    }
    case SymbolPlace::Kind::in_object:
      copies_.push_back({relocation.r_offset, place.value, size_bytes, place.object});
      break;
  }
}

void ClonePlan::add_thread_variable(const Elf64_Rela& relocation, const SymbolSearch& symbols) {
  const std::uint64_t address = relocation.r_offset;
  const auto addend = static_cast<std::uint64_t>(relocation.r_addend);
  const auto type = ELF64_R_TYPE(relocation.r_info);
  const std::size_t symbol = ELF64_R_SYM(relocation.r_info);
  SymbolPlace place{.kind = SymbolPlace::Kind::in_object, .object = index_};  // no symbol: our own
  if (symbol != 0) place = symbols.find(index_, symbol, false);
  if (place.kind == SymbolPlace::Kind::missing) {
    missing_.emplace_back(file_.symbol_name(symbol));
    return;
  }
  const bool is_private = place.kind == SymbolPlace::Kind::in_object;
  if (type == R_X86_64_TPOFF64) {
    if (is_private) return refuse("thread-local variables of the model initial-exec");
    return set(address, place.value - thread_pointer() + addend);
  }
  if (is_private) {
    if (type == R_X86_64_DTPOFF64) return set(address, place.value + addend);
    thread_modules_.push_back(
        {address, thread_module_address(*objects_[place.object].file), place.object});
    return;
  }
  const auto block = find_shared_thread_block(reinterpret_cast<const void*>(place.value));
  if (!block) return refuse("thread-local variables of another library");
  set(address, type == R_X86_64_DTPMOD64
                   ? block->module
                   : place.value - reinterpret_cast<std::uint64_t>(block->start) + addend);
}

std::uint64_t ClonePlan::written_pages() const {
  std::set<std::uint64_t> pages;
  for (const Pointer& pointer : pointers_) pages.insert(pointer.address / page_bytes);
  for (const auto* list : {&cross_pointers_, &chosen_functions_, &thread_modules_}) {
    for (const CrossPointer& pointer : *list) pages.insert(pointer.address / page_bytes);
  }
  const auto insert_range = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t at = page_floor(begin); at < end; at += page_bytes) {
      pages.insert(at / page_bytes);
    }
  };
  for (const Copy& copy : copies_) insert_range(copy.address, copy.address + copy.size_bytes);
  if (thread_module_ != 0) insert_range(thread_module_, end_);
  return pages.size();
}

void ClonePlan::relocate(std::span<std::byte* const> bases) const {
  std::byte* base = bases[index_];
  const auto number = reinterpret_cast<std::uint64_t>(base);
  for (const Pointer& pointer : pointers_) store(base + pointer.address, number + pointer.value);
  for (const auto* list : {&cross_pointers_, &thread_modules_}) {
    for (const CrossPointer& pointer : *list) {
      store(base + pointer.address,
            reinterpret_cast<std::uint64_t>(bases[pointer.object]) + pointer.value);
    }
  }
}

void ClonePlan::finish(std::span<std::byte* const> bases) const {
  std::byte* base = bases[index_];
  for (const Copy& copy : copies_) {
    std::memcpy(base + copy.address, bases[copy.object] + copy.source, copy.size_bytes);
  }
  if (thread_module_ != 0) {
    const Elf64_Phdr& part = *file_.segment(PT_TLS);
    std::memcpy(base + thread_block_, base + part.p_vaddr, part.p_filesz);
    reinterpret_cast<ThreadModule*>(base + thread_module_)->block = base + thread_block_;
  }
  for (const CrossPointer& pointer : chosen_functions_) {
    using Chooser = std::uint64_t (*)();
    auto* choose = reinterpret_cast<Chooser>(bases[pointer.object] + pointer.value);
    store(base + pointer.address, choose());
  }
}

}  // namespace smpi::load
