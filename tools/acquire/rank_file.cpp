// SPDX-License-Identifier: BSD-3-Clause
//
// Text has its own writer; a compressed part has the name of the text with another ending.
#include "tools/acquire/rank_file.h"

#include <filesystem>
#include <utility>

#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/compress/writer.h"

namespace smpi::acquire {

RankFile::RankFile(const Settings& settings, Place place, const std::string& comment,
                   const Facts& facts, const trace::Texts& texts)
    : settings_(settings), place_(place) {
  // The text writer makes the folder, and finds out whether files can be written there at all.
  text_.emplace(settings.trace, place.rank, comment, texts);
  if (!settings.is_compressed()) return;
  text_.reset();
  std::filesystem::remove(trace::TextWriter::path_of(settings.trace, place.rank));
  const trace::SegmentWriter::Limits limits{.memory_bytes = settings.memory_bytes, .rank_bytes = 0};
  compressed_.emplace(path_of(settings, place.rank), place.rank_count, texts, limits);
  for (const auto& [key, value] : facts) compressed_->note(key, value);
  if (!settings.ranks.empty()) {
    compressed_->note(trace::recorded_note, trace::text_of(settings.ranks));
  }
}

trace::Sink& RankFile::sink() {
  if (compressed_) return *compressed_;
  return *text_;
}

void RankFile::finish() {
  if (text_) return text_->finish();
  if (settings_.merge != Merge::tree) return compressed_->finish();
  if (!compressed_->has_segments()) return merger_.add(compressed_->take(), settings_.trace);
  compressed_->finish();
  const std::string path = path_of(settings_, place_.rank);
  merger_.add_file(path);
  std::filesystem::remove(path);
}

void RankFile::add_part(std::string bytes) {
  trace::CompressedTrace part(settings_.trace, std::move(bytes));
  merger_.add(part);
}

std::string RankFile::part_bytes() {
  return trace::trace_bytes(merger_.finish());
}

namespace {

void remove_empty_folder(const Settings& settings) {
  std::error_code is_not_empty;  // files of others stay
  std::filesystem::remove(std::filesystem::path(RankFile::path_of(settings, 0)).parent_path(),
                          is_not_empty);
}

}  // namespace

void RankFile::write_whole() {
  trace::write_trace(settings_.trace, merger_.finish());
  remove_empty_folder(settings_);
}

std::string RankFile::path_of(const Settings& settings, std::uint32_t rank) {
  std::filesystem::path path = trace::TextWriter::path_of(settings.trace, rank);
  if (settings.is_compressed()) path.replace_extension(".smpitrace");
  return path;
}

void RankFile::join(const Settings& settings, std::uint32_t rank_count) {
  const std::string& trace = settings.trace;
  if (!settings.is_compressed()) return trace::TextWriter::write_index(trace, rank_count);
  trace::Merger merger;
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    merger.add_file(path_of(settings, rank));
  }
  trace::write_trace(trace, merger.finish());
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    std::filesystem::remove(path_of(settings, rank));
  }
  remove_empty_folder(settings);
}

}  // namespace smpi::acquire
