// SPDX-License-Identifier: BSD-3-Clause
//
// Editing of ELF images. The file's own tables are found through ElfFile; the edits go to a copy of
// its bytes at the same offsets.
#include "libsmpi/ranks/load/copies/copy_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

#include "kernel/error.h"
#include "libsmpi/ranks/load/elf/library_search.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::size_t digit_count = 8;
// In the range the ELF specification leaves to operating systems; no linker knows it.
constexpr std::int64_t ignored_tag = 0x6000000e;

std::uint64_t round_up(std::uint64_t value) {
  return (value + page_bytes - 1) & ~(page_bytes - 1);
}

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool runs_code(std::int64_t tag) {
  constexpr std::array tags = {DT_INIT,          DT_INIT_ARRAY,     DT_INIT_ARRAYSZ,
                               DT_FINI,          DT_FINI_ARRAY,     DT_FINI_ARRAYSZ,
                               DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ};
  return std::ranges::find(tags, tag) != tags.end();
}

}  // namespace

CopyImage::CopyImage(const ElfFile& file, std::span<const std::string> private_names,
                     bool keep_sections)
    : file_(file), bytes_(file.content().begin(), file.content().end()) {
  if (!keep_sections) truncate_to_segments();
  edit_dynamic(private_names);
  edit_needed_versions(private_names);
  if (names_.empty()) {
    drop_relro();
  } else {
    append_names();
  }
}

void CopyImage::truncate_to_segments() {
  std::uint64_t end = sizeof(Elf64_Ehdr);
  for (const Elf64_Phdr& part : file_.segments()) {
    if (part.p_type == PT_LOAD) end = std::max(end, part.p_offset + part.p_filesz);
  }
  bytes_.resize(end);
  auto* header = at<Elf64_Ehdr>(0);
  header->e_shoff = 0;
  header->e_shnum = 0;
  header->e_shstrndx = SHN_UNDEF;
}

std::uint64_t CopyImage::add_text(const std::string& text) {
  const std::uint64_t offset = file_.span_bytes() - *file_.tag(DT_STRTAB) + names_.size();
  names_ += text;
  names_ += '\0';
  return offset;
}

std::uint64_t CopyImage::add_private_name(std::string_view name) {
  const auto [entry, added] = private_offsets_.try_emplace(std::string(name), 0);
  if (added) {
    rank_digits_.push_back(names_.size() + name.size() + 1);
    entry->second = add_text(std::string(name) + "#" + std::string(digit_count, '0'));
  }
  return entry->second;
}

void CopyImage::edit_dynamic(std::span<const std::string> private_names) {
  const std::string file_name = std::filesystem::path(file_.path()).filename();
  bool needs_soname = file_.soname().empty() && contains(private_names, file_name);
  for (std::size_t i = 0; i < file_.dynamic().size(); i++) {
    auto& entry = *at<Elf64_Dyn>(file_.dynamic_offset() + i * sizeof(Elf64_Dyn));
    if (entry.d_tag == DT_FLAGS_1) entry.d_un.d_val &= ~std::uint64_t{DF_1_PIE};
    if (runs_code(entry.d_tag)) {
      entry.d_tag = needs_soname ? DT_SONAME : ignored_tag;
      if (needs_soname) entry.d_un.d_val = add_private_name(file_name);
      needs_soname = false;
      continue;
    }
    const bool is_name = entry.d_tag == DT_NEEDED || entry.d_tag == DT_SONAME;
    if (is_name && contains(private_names, file_.text(entry.d_un.d_val))) {
      entry.d_un.d_val = add_private_name(file_.text(entry.d_un.d_val));
    }
    if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH) {
      const std::string path(file_.text(entry.d_un.d_val));
      const std::string expanded = expand_origin(path, file_.path());
      if (expanded != path) entry.d_un.d_val = add_text(expanded);
    }
  }
}

// The versions a program needs name the library they come from.
void CopyImage::edit_needed_versions(std::span<const std::string> private_names) {
  const auto table = file_.tag(DT_VERNEED);
  if (!table) return;
  std::uint64_t offset =
      static_cast<std::uint64_t>(file_.at(*table).data() - file_.content().data());
  for (;;) {
    auto& need = *at<Elf64_Verneed>(offset);
    const std::string_view library = file_.text(need.vn_file);
    if (contains(private_names, library)) {
      need.vn_file = static_cast<Elf64_Word>(add_private_name(library));
    }
    if (need.vn_next == 0) break;
    offset += need.vn_next;
  }
}

void CopyImage::drop_relro() {
  for (std::size_t i = 0; i < file_.segments().size(); i++) {
    auto& part = *at<Elf64_Phdr>(file_.segments_offset() + i * sizeof(Elf64_Phdr));
    if (part.p_type == PT_GNU_RELRO) part.p_type = PT_NULL;
  }
}

void CopyImage::append_names() {
  // Segments must stay sorted by address, and linkers put RELRO behind all of them.
  std::size_t slot = 0;
  while (slot < file_.segments().size() && file_.segments()[slot].p_type != PT_GNU_RELRO) slot++;
  if (slot == file_.segments().size()) {
    throw kernel::InputError("no room for the names of private libraries in its program headers",
                             {.text = file_.path(), .hint = "link it with -Wl,-z,relro"});
  }
  const std::uint64_t offset = round_up(bytes_.size());
  bytes_.resize(offset + names_.size());
  std::memcpy(bytes_.data() + offset, names_.data(), names_.size());
  for (std::size_t& digits : rank_digits_) digits += offset;
  *at<Elf64_Phdr>(file_.segments_offset() + slot * sizeof(Elf64_Phdr)) =
      Elf64_Phdr{.p_type = PT_LOAD,
                 .p_flags = PF_R,
                 .p_offset = offset,
                 .p_vaddr = file_.span_bytes(),
                 .p_paddr = file_.span_bytes(),
                 .p_filesz = names_.size(),
                 .p_memsz = names_.size(),
                 .p_align = page_bytes};
}

std::span<const std::byte> CopyImage::for_rank(std::uint32_t rank) {
  const std::string digits = fmt::format("{:08}", rank);
  for (const std::size_t place : rank_digits_) {
    std::memcpy(bytes_.data() + place, digits.data(), digit_count);
  }
  return bytes_;
}

}  // namespace smpi::load
