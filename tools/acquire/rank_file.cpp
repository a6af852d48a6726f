// SPDX-License-Identifier: BSD-3-Clause
//
// Text has its own writer; a compressed part has the name of the text with another ending.
#include "tools/acquire/rank_file.h"

#include <filesystem>
#include <utility>

#include "libsmpi/trace/compress/merge.h"
#include "libsmpi/trace/compress/reader.h"
#include "libsmpi/trace/compress/writer.h"

namespace smpi::acquire {
namespace {

constexpr const char* compressed_ending = ".smpitrace";

bool is_compressed(const std::string& trace) {
  return trace.ends_with(compressed_ending);
}

}  // namespace

RankFile::RankFile(Place place, const std::string& comment, const Facts& facts,
                   const trace::Texts& texts)
    : place_(std::move(place)) {
  // The text writer makes the folder, and finds out whether files can be written there at all.
  text_.emplace(place_.trace, place_.rank, comment, texts);
  if (!is_compressed(place_.trace)) return;
  text_.reset();
  std::filesystem::remove(trace::TextWriter::path_of(place_.trace, place_.rank));
  compressor_.emplace(place_.rank_count, texts);
  for (const auto& [key, value] : facts) compressor_->note(key, value);
}

trace::Sink& RankFile::sink() {
  if (compressor_) return *compressor_;
  return *text_;
}

void RankFile::finish() {
  if (compressor_) {
    trace::write_trace(path_of(place_.trace, place_.rank), compressor_->finish());
  } else {
    text_->finish();
  }
}

std::string RankFile::path_of(const std::string& trace, std::uint32_t rank) {
  std::filesystem::path path = trace::TextWriter::path_of(trace, rank);
  if (is_compressed(trace)) path.replace_extension(compressed_ending);
  return path;
}

void RankFile::join(const std::string& trace, std::uint32_t rank_count) {
  if (!is_compressed(trace)) return trace::TextWriter::write_index(trace, rank_count);
  trace::Merger merger;
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    trace::CompressedTrace part(path_of(trace, rank));
    merger.add(part);
  }
  trace::write_trace(trace, merger.finish());
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    std::filesystem::remove(path_of(trace, rank));
  }
  std::error_code is_not_empty;  // files of others stay
  std::filesystem::remove(std::filesystem::path(path_of(trace, 0)).parent_path(), is_not_empty);
}

}  // namespace smpi::acquire
