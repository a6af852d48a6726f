// SPDX-License-Identifier: BSD-3-Clause
//
// The frame of a *.smpitrace file: magic, version, header, and sections with a checksum each.
//
//   93 S M P I T R 0A | u16 major, u16 minor, u32 length, TOML | section ... | ENDS
//   section = 4 letters, u8 codec (0 raw, 1 zstd), 3 zero bytes, u64 stored length,
//             u64 plain length, u32 crc32c of the 24 bytes before and the stored bytes, stored
//             bytes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/compress/chunk_store.h"

namespace smpi::trace {

inline constexpr std::string_view file_magic{"\x93SMPITR\n", 8};
inline constexpr std::uint16_t file_major = 1;
inline constexpr std::uint16_t file_minor = 0;
inline constexpr std::size_t section_header_bytes = 28;

enum class Codec : std::uint8_t { raw = 0, zstd = 1 };

std::uint32_t crc32c(std::uint32_t crc, std::string_view bytes);

void append_file_start(std::string& out, std::string_view header_text);
void append_section(std::string& out, std::string_view name, Codec codec, std::string_view stored,
                    std::uint64_t plain_bytes);
// As zstd or as it is, what is shorter.
void append_section(std::string& out, std::string_view name, std::string_view plain);
// The last one: a checksum of what is before the first section, and where INDX is.
std::string end_of_file(std::string_view start, std::uint64_t index_offset);

struct Section {
  std::string_view name;
  Codec codec = Codec::raw;
  std::string_view stored;
  std::uint64_t plain_bytes = 0;
  std::uint64_t offset = 0;  // in the file
  // Throws Damage.
  std::string plain() const;
};

struct FileFrame {
  std::string_view start;  // all before the first section
  std::string_view header_text;
  std::vector<Section> sections;  // without ENDS
};

bool looks_compressed(std::string_view content);
// Checks the frame and all checksums. Throws kernel::InputError with the place; `base` is where the
// frame begins in the file.
FileFrame read_frame(const std::string& path, std::string_view content, std::uint64_t base = 0);

// Of files with several frames, one behind the other. Does the header of the first say so?
bool has_segments_in(std::string_view content);
// Bytes of the first frame, by the lengths of its sections; nothing: it does not end in there.
std::optional<std::uint64_t> frame_length(std::string_view content);
// Are these bytes the begin of a frame, perhaps a cut one?
bool may_begin_segment(std::string_view content);
// Is the last section that of the end of a frame?
bool ends_as_file(std::string_view content);
[[noreturn]] void refuse_damage(const std::string& path, std::uint64_t offset,
                                std::string_view reason);

}  // namespace smpi::trace
