// SPDX-License-Identifier: BSD-3-Clause
//
// Frames of sections. The checksum is that of iSCSI and ext4, in software: 1 GB/s is enough.
#include "libsmpi/watch/trace/compress/file_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/header_text.h"

namespace smpi::trace {
namespace {

constexpr int table_level = 19;

// Slicing by eight (Kounavis and Berry 2005): a table for each byte of a word.
constexpr std::array<std::array<std::uint32_t, 256>, 8> crc_tables = [] {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; byte++) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78U : 0);
    tables[0][byte] = crc;
  }
  for (std::uint32_t byte = 0; byte < 256; byte++) {
    for (std::size_t i = 1; i < 8; i++) {
      const std::uint32_t before = tables[i - 1][byte];
      tables[i][byte] = before >> 8 ^ tables[0][before & 255];
    }
  }
  return tables;
}();

}  // namespace

std::uint32_t crc32c(std::uint32_t crc, std::string_view bytes) {
  crc = ~crc;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    word ^= crc;
    crc = 0;
    for (std::size_t i = 0; i < 8; i++) crc ^= crc_tables[7 - i][word >> (8 * i) & 255];
  }
  for (const char byte : bytes) {
    crc = crc >> 8 ^ crc_tables[0][(crc ^ static_cast<unsigned char>(byte)) & 255];
  }
  return ~crc;
}

void append_file_start(std::string& out, std::string_view header_text) {
  out += file_magic;
  put_fixed(out, file_major);
  put_fixed(out, file_minor);
  put_fixed(out, static_cast<std::uint32_t>(header_text.size()));
  out += header_text;
}

void append_section(std::string& out, std::string_view name, Codec codec, std::string_view stored,
                    std::uint64_t plain_bytes) {
  const std::size_t from = out.size();
  out += name;
  put_fixed(out, std::uint32_t{static_cast<std::uint8_t>(codec)});
  put_fixed(out, std::uint64_t{stored.size()});
  put_fixed(out, plain_bytes);
  std::uint32_t crc = crc32c(0, std::string_view(out).substr(from));
  put_fixed(out, crc = crc32c(crc, stored));
  out += stored;
}

void append_section(std::string& out, std::string_view name, std::string_view plain) {
  const std::string shorter = compressed(plain, table_level);
  if (shorter.size() < plain.size()) {
    append_section(out, name, Codec::zstd, shorter, plain.size());
  } else {
    append_section(out, name, Codec::raw, plain, plain.size());
  }
}

std::string end_of_file(std::string_view start, std::uint64_t index_offset) {
  std::string plain;
  put_fixed(plain, crc32c(0, start));
  put_fixed(plain, index_offset);
  std::string section;
  append_section(section, "ENDS", Codec::raw, plain, plain.size());
  return section;
}

std::string Section::plain() const {
  if (codec == Codec::zstd) return decompressed(stored, plain_bytes);
  if (plain_bytes != stored.size()) throw Damage("a raw section has two lengths");
  return std::string(stored);
}

bool looks_compressed(std::string_view content) {
  return content.starts_with(file_magic);
}

void refuse_damage(const std::string& path, std::uint64_t offset, std::string_view reason) {
  throw kernel::InputError(
      fmt::format("the compressed trace is damaged at byte {}: {}", offset, reason),
      {.file = path, .hint = "copy or record it again"});
}

namespace {

std::string_view read_start(const std::string& path, ByteReader& reader) {
  if (reader.bytes(file_magic.size()) != file_magic) throw Damage("it does not begin as a trace");
  const auto major = reader.fixed<std::uint16_t>();
  const auto minor = reader.fixed<std::uint16_t>();
  if (major > file_major) {
    throw kernel::InputError("the compressed trace has a newer format than this version reads",
                             {.file = path,
                              .text = fmt::format("version {}.{}", major, minor),
                              .hint = fmt::format("this one reads {}.x", file_major)});
  }
  if (major == 0) throw Damage("there is no version 0");
  return reader.bytes(reader.fixed<std::uint32_t>());
}

Section read_section(ByteReader& reader, std::uint64_t offset) {
  ByteReader header(reader.bytes(section_header_bytes));
  ByteReader checked = header;
  const std::string_view before = checked.bytes(section_header_bytes - 4);
  Section section;
  section.offset = offset;
  section.name = header.bytes(4);
  const auto codec = header.fixed<std::uint32_t>();
  const auto stored_bytes = header.fixed<std::uint64_t>();
  section.plain_bytes = header.fixed<std::uint64_t>();
  const auto crc = header.fixed<std::uint32_t>();
  section.stored = reader.bytes(stored_bytes);
  if (crc32c(crc32c(0, before), section.stored) != crc) throw Damage("the checksum is wrong");
  if (codec > 1) throw Damage("the data are compressed in an unknown way");
  section.codec = static_cast<Codec>(codec);
  return section;
}

void check_end(const Section& end, const FileFrame& frame) {
  const std::string plain = end.plain();
  ByteReader reader(plain);
  if (reader.fixed<std::uint32_t>() != crc32c(0, frame.start)) {
    throw Damage("the checksum of the header is wrong");
  }
  const auto index_offset = reader.fixed<std::uint64_t>();
  if (frame.sections.empty() || frame.sections.back().offset != index_offset) {
    throw Damage("sections are missing");
  }
}

}  // namespace

FileFrame read_frame(const std::string& path, std::string_view content, std::uint64_t base) {
  FileFrame frame;
  ByteReader reader(content);
  std::uint64_t offset = 0;
  try {
    frame.header_text = read_start(path, reader);
    frame.start = content.substr(0, content.size() - reader.left());
    for (;;) {
      offset = content.size() - reader.left();
      if (reader.at_end()) throw Damage("it was not written to its end");
      const Section section = read_section(reader, offset);
      if (section.name == "ENDS") {
        if (!reader.at_end()) throw Damage("something follows behind its end");
        check_end(section, frame);
        return frame;
      }
      frame.sections.push_back(section);
    }
  } catch (const Damage& damage) {
    refuse_damage(path, base + offset, damage.what());
  }
}

bool has_segments_in(std::string_view content) {
  try {
    ByteReader reader(content);
    return read_header(read_start("", reader)).continues;
  } catch (const Damage&) {
    return false;
  } catch (const kernel::InputError&) {
    return false;
  }
}

std::optional<std::uint64_t> frame_length(std::string_view content) {
  try {
    ByteReader reader(content);
    read_start("", reader);
    for (;;) {
      ByteReader header(reader.bytes(section_header_bytes));
      const std::string_view name = header.bytes(4);
      header.fixed<std::uint32_t>();
      reader.bytes(header.fixed<std::uint64_t>());
      if (name == "ENDS") return content.size() - reader.left();
    }
  } catch (const Damage&) {
    return std::nullopt;
  } catch (const kernel::InputError&) {
    return std::nullopt;
  }
}

bool may_begin_segment(std::string_view content) {
  const std::size_t compared = std::min(content.size(), file_magic.size());
  return content.substr(0, compared) == file_magic.substr(0, compared);
}

bool ends_as_file(std::string_view content) {
  constexpr std::size_t end_bytes = section_header_bytes + 12;
  if (content.size() < end_bytes) return false;
  try {
    ByteReader reader(content.substr(content.size() - end_bytes));
    return read_section(reader, 0).name == "ENDS" && reader.at_end();
  } catch (const Damage&) {
    return false;
  }
}

}  // namespace smpi::trace
