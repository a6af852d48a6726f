// SPDX-License-Identifier: BSD-3-Clause
//
// Reading and checking of ELF files; every table is checked to lie inside the file.
#include "libsmpi/ranks/load/elf/elf_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <libelf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr const char* rebuild_hint = "build it with smpicc or smpicxx";

Mapping map_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0) {
    const int error = errno;
    if (file >= 0) close(file);
    throw kernel::InputError(error == ENOENT
                                 ? "file not found"
                                 : fmt::format("cannot read the file ({})", std::strerror(error)),
                             {.text = path});
  }
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    close(file);
    const char* problem = "the file is not a regular file";
    if (S_ISDIR(status.st_mode)) problem = "the file is a directory";
    if (S_ISREG(status.st_mode)) problem = "the file is empty";
    throw kernel::InputError(problem, {.text = path});
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (address == MAP_FAILED) {
    throw kernel::InputError(fmt::format("cannot map the file ({})", std::strerror(errno)),
                             {.text = path});
  }
  return {static_cast<std::byte*>(address), size};
}

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};

}  // namespace

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Mapping::~Mapping() {
  if (address_ != nullptr) munmap(address_, bytes_);
}

ElfFile::ElfFile(const std::string& path) : path_(path), content_(map_file(path)) {
  read_headers();
  read_dynamic();
}

void ElfFile::refuse(const std::string& message, const std::string& hint) const {
  throw kernel::InputError(message, {.text = path_, .hint = hint});
}

void ElfFile::read_headers() {
  const std::span<std::byte> bytes = content_.bytes();
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  if (bytes.size() >= 2 && text[0] == '#' && text[1] == '!') {
    refuse("the file is a script, not an ELF executable",
           "name the program itself; its arguments may follow it");
  }
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, ElfEnd> elf(
      elf_memory(reinterpret_cast<char*>(bytes.data()), bytes.size()));
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF) {
    refuse("the file is not an ELF file", rebuild_hint);
  }
  const char* ident = elf_getident(elf.get(), nullptr);
  if (ident[EI_CLASS] != ELFCLASS64) refuse("the file is a 32-bit file", "build it for x86-64");
  const Elf64_Ehdr* header = elf64_getehdr(elf.get());
  if (header == nullptr) refuse("the file has a damaged ELF header", rebuild_hint);
  if (header->e_machine != EM_X86_64) {
    refuse("the file is for another processor", "build it for x86-64");
  }
  std::size_t count = 0;
  const Elf64_Phdr* parsed = elf64_getphdr(elf.get());
  if (parsed == nullptr || elf_getphdrnum(elf.get(), &count) != 0) {
    refuse("the file has no program headers: it is not a linked program", rebuild_hint);
  }
  // libelf has checked that the table lies inside the file; the mapped file outlives libelf's
  // handle.
  segments_offset_ = header->e_phoff;
  segments_ = {reinterpret_cast<const Elf64_Phdr*>(bytes.data() + segments_offset_), count};
  entry_ = header->e_entry;
  if (segment(PT_DYNAMIC) == nullptr) {
    refuse("the file is statically linked", "link it with smpicc and without -static");
  }
  if (header->e_type == ET_EXEC) {
    refuse("the file is not position-independent",
           "build it with smpicc, or compile with -fPIC and link with -pie");
  }
  if (header->e_type != ET_DYN) refuse("the file is not a linked program", rebuild_hint);
  for (const Elf64_Phdr& part : segments_) {
    if (part.p_type != PT_LOAD) continue;
    if (part.p_offset + part.p_filesz > bytes.size()) {
      refuse("the file is truncated", rebuild_hint);
    }
    span_bytes_ =
        std::max(span_bytes_, (part.p_vaddr + part.p_memsz + page_bytes - 1) & ~(page_bytes - 1));
  }
}

template <class Item>
std::span<const Item> ElfFile::table(std::optional<std::uint64_t> address,
                                     std::optional<std::uint64_t> size_bytes) const {
  if (!address || !size_bytes) return {};
  const std::span<const std::byte> bytes = at(*address);
  if (bytes.size() < *size_bytes) refuse("the file has a damaged dynamic section", rebuild_hint);
  return {reinterpret_cast<const Item*>(bytes.data()), *size_bytes / sizeof(Item)};
}

void ElfFile::read_dynamic() {
  const Elf64_Phdr& part = *segment(PT_DYNAMIC);
  dynamic_offset_ = part.p_offset;
  dynamic_ = table<Elf64_Dyn>(part.p_vaddr, part.p_filesz);
  const auto end = std::ranges::find(dynamic_, DT_NULL, &Elf64_Dyn::d_tag);
  dynamic_ = dynamic_.first(static_cast<std::size_t>(end - dynamic_.begin()));
  strings_ = table<char>(tag(DT_STRTAB), tag(DT_STRSZ));
  symbols_ = table<Elf64_Sym>(tag(DT_SYMTAB), count_symbols() * sizeof(Elf64_Sym));
  data_relocations_ = table<Elf64_Rela>(tag(DT_RELA), tag(DT_RELASZ));
  call_relocations_ = table<Elf64_Rela>(tag(DT_JMPREL), tag(DT_PLTRELSZ));
  for (const Elf64_Dyn& entry : dynamic_) {
    if (entry.d_tag == DT_NEEDED) needed_.emplace_back(text(entry.d_un.d_val));
  }
  if (const auto offset = tag(DT_SONAME)) soname_ = text(*offset);
  if (const auto offset = tag(DT_RUNPATH) ? tag(DT_RUNPATH) : tag(DT_RPATH)) {
    run_path_ = text(*offset);
  }
  // Linkers before 2016 did not mark a PIE; DT_DEBUG is only in executables.
  pie_ = (tag(DT_FLAGS_1).value_or(0) & DF_1_PIE) != 0 || (has_interpreter() && tag(DT_DEBUG));
  if (needed_.empty() && entry_ != 0 && !has_interpreter() && soname_.empty()) {
    refuse("the file is statically linked", "link it with smpicc and without -static");
  }
}

// No table says how many dynamic symbols there are; the hash tables and their users do.
std::size_t ElfFile::count_symbols() const {
  if (const auto address = tag(DT_HASH)) {
    const auto head = table<std::uint32_t>(address, 8);
    return head[1];
  }
  std::size_t count = 1;
  for (const auto& [start, size] : {std::pair{DT_RELA, DT_RELASZ}, {DT_JMPREL, DT_PLTRELSZ}}) {
    for (const Elf64_Rela& entry : table<Elf64_Rela>(tag(start), tag(size))) {
      count = std::max<std::size_t>(count, ELF64_R_SYM(entry.r_info) + 1);
    }
  }
  const auto address = tag(DT_GNU_HASH);
  if (!address) return count;
  // header: buckets, first hashed symbol, bloom words, shift; then bloom, buckets, chains
  const auto head = table<std::uint32_t>(address, 16);
  const std::uint64_t buckets_at = *address + 16 + std::uint64_t{head[2]} * 8;
  const std::uint64_t chains_at = buckets_at + std::uint64_t{head[0]} * 4;
  std::uint32_t last = 0;
  for (const std::uint32_t first : table<std::uint32_t>(buckets_at, std::uint64_t{head[0]} * 4)) {
    last = std::max(last, first);
  }
  if (last < head[1]) return std::max<std::size_t>(count, head[1]);
  for (;; last++) {
    const auto link = table<std::uint32_t>(chains_at + std::uint64_t{last - head[1]} * 4, 4);
    if ((link[0] & 1) != 0) break;
  }
  return std::max<std::size_t>(count, last + 1);
}

const Elf64_Phdr* ElfFile::segment(std::uint32_t type) const {
  const auto found = std::ranges::find(segments_, type, &Elf64_Phdr::p_type);
  return found == segments_.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> ElfFile::tag(std::int64_t wanted) const {
  const auto found = std::ranges::find(dynamic_, wanted, &Elf64_Dyn::d_tag);
  if (found == dynamic_.end()) return std::nullopt;
  return found->d_un.d_val;
}

std::string_view ElfFile::text(std::uint64_t offset) const {
  if (offset >= strings_.size()) return {};
  const std::span<const char> rest = strings_.subspan(offset);
  return {rest.data(), strnlen(rest.data(), rest.size())};
}

const Elf64_Sym* ElfFile::find_symbol(std::string_view name) const {
  for (std::size_t i = 1; i < symbols_.size(); i++) {
    if (symbols_[i].st_shndx != SHN_UNDEF && symbol_name(i) == name) return &symbols_[i];
  }
  return nullptr;
}

std::span<const std::byte> ElfFile::at(std::uint64_t address) const {
  for (const Elf64_Phdr& part : segments_) {
    if (part.p_type != PT_LOAD || address < part.p_vaddr ||
        address >= part.p_vaddr + part.p_filesz) {
      continue;
    }
    const std::uint64_t skipped = address - part.p_vaddr;
    return content().subspan(part.p_offset + skipped, part.p_filesz - skipped);
  }
  return {};
}

void ElfFile::patch(std::uint64_t address, std::span<const std::byte> bytes) {
  const std::span<std::byte> content = content_.bytes();
  std::byte* target = content.data() + (at(address).data() - content.data());
  SIM_ASSERT(at(address).size() >= bytes.size(), "a patch outside of its file");
  // The mapping is private: pages that are written are copied.
  SIM_ASSERT(mprotect(content.data(), content.size(), PROT_READ | PROT_WRITE) == 0,
             "no permission to edit a private mapping");
  std::memcpy(target, bytes.data(), bytes.size());
  mprotect(content.data(), content.size(), PROT_READ);
  patched_ = true;
}

}  // namespace smpi::load
