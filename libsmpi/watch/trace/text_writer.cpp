// SPDX-License-Identifier: BSD-3-Clause
//
// The text of a rank is collected in pieces. Behind init there is room for the announcement of
// level 2, which is only needed when the rank makes a call that level 1 does not have.
#include "libsmpi/watch/trace/text_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernel/error.h"
#include "libsmpi/watch/trace/text_format.h"

namespace smpi::trace {
namespace {

constexpr std::size_t piece_bytes = 64 << 10;

[[noreturn]] void refuse(const std::string& path) {
  throw kernel::InputError("cannot write the trace", {.file = path, .text = std::strerror(errno)});
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags)
      : path_(path), value_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {
    if (value_ < 0) refuse(path);
  }
  ~Descriptor() { ::close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void write(std::string_view text, std::uint64_t offset) const {
    while (!text.empty()) {
      const ssize_t count = ::pwrite(value_, text.data(), text.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) refuse(path_);
      text.remove_prefix(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
  }

 private:
  const std::string& path_;
  int value_;
};

std::string announcement(std::uint32_t rank) {
  return fmt::format("{} @ti2\n", rank);
}

// A comment as long as the announcement, for ranks that do not need one so far.
std::string placeholder(std::uint32_t rank) {
  std::string text(announcement(rank).size() - 1, '#');
  return text + '\n';
}

}  // namespace

TextWriter::TextWriter(std::string path, std::uint32_t rank_count, Files files, const Texts& texts)
    : path_(std::move(path)), files_(files), texts_(texts), parts_(rank_count) {
  make_folder();
  if (files_ == Files::one) {
    const Descriptor created(path_of(0), O_CREAT | O_TRUNC);
    Descriptor(path_, O_CREAT | O_TRUNC).write(path_of(0) + '\n', 0);
    return;
  }
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    const Descriptor created(path_of(rank), O_CREAT | O_TRUNC);
  }
  write_index(path_, rank_count);
}

TextWriter::TextWriter(std::string path, std::uint32_t rank, const std::string& comment,
                       const Texts& texts)
    : path_(std::move(path)), files_(Files::per_rank), texts_(texts), parts_(rank + 1) {
  make_folder();
  const Descriptor created(path_of(rank), O_CREAT | O_TRUNC);
  parts_[rank].text = "# " + comment + '\n';
}

void TextWriter::make_folder() const {
  const std::string folder = path_ + "_files";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw kernel::InputError("cannot make the folder of the trace",
                             {.file = folder, .text = error.message()});
  }
}

void TextWriter::write_index(const std::string& path, std::uint32_t rank_count) {
  std::string index;
  for (std::uint32_t rank = 0; rank < rank_count; rank++) index += path_of(path, rank) + '\n';
  Descriptor(path, O_CREAT | O_TRUNC).write(index, 0);
}

TextWriter::~TextWriter() = default;

std::string TextWriter::path_of(std::uint32_t rank) const {
  if (files_ == Files::one) return fmt::format("{}_files/all-ranks.txt", path_);
  return path_of(path_, rank);
}

std::string TextWriter::path_of(const std::string& path, std::uint32_t rank) {
  return fmt::format("{}_files/rank-{}.txt", path, rank);
}

void TextWriter::announce_level_2(std::uint32_t rank, Part& part) {
  part.uses_level_2 = true;
  if (!part.has_mark) return;
  const std::string line = announcement(rank);
  if (part.mark_at >= part.written_bytes) {
    part.text.replace(static_cast<std::size_t>(part.mark_at - part.written_bytes), line.size(),
                      line);
  } else {
    Descriptor(path_of(rank), 0).write(line, part.mark_at);
  }
}

void TextWriter::note_unrecorded(std::uint32_t rank) {
  parts_[rank].text = fmt::format("#{}\n", unrecorded_mark);
}

void TextWriter::add(std::uint32_t rank, const Action& action) {
  Part& part = parts_[rank];
  if (!part.uses_level_2 && form_of(action.code).level == 2) announce_level_2(rank, part);
  const std::size_t before = part.text.size();
  append_line(part.text, rank, action, texts_);
  if (action.code == Code::ti_init && !part.has_mark) {
    part.has_mark = true;
    part.mark_at = part.written_bytes + part.text.size();
    part.text += placeholder(rank);
  }
  size_bytes_ += part.text.size() - before;
  if (part.text.size() >= piece_bytes) write(rank, part);
}

void TextWriter::write(std::uint32_t rank, Part& part) {
  std::uint64_t& end = files_ == Files::one ? shared_bytes_ : part.written_bytes;
  // In the one file a mark stands where its piece goes.
  if (files_ == Files::one && part.has_mark && part.written_bytes == 0) part.mark_at += end;
  Descriptor(path_of(rank), 0).write(part.text, end);
  end += part.text.size();
  if (files_ == Files::one) part.written_bytes = end;
  part.text.clear();
}

void TextWriter::finish() {
  for (std::uint32_t rank = 0; rank < parts_.size(); rank++) {
    Part& part = parts_[rank];
    if (part.has_mark && !part.uses_level_2 && part.written_bytes == 0) {
      part.text.erase(static_cast<std::size_t>(part.mark_at), announcement(rank).size());
    }
    if (!part.text.empty()) write(rank, part);
  }
}

}  // namespace smpi::trace
