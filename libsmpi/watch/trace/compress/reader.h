// SPDX-License-Identifier: BSD-3-Clause
//
// A compressed trace as a file: tables in memory, values where they lie. Cursors walk it without
// expanding anything: a stack of bodies and the state of one decoder per slot; what ranks of a
// group have in common is there once.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "libsmpi/watch/trace/compress/file_sections.h"
#include "libsmpi/watch/trace/compress/parts.h"
#include "libsmpi/watch/trace/compress/stream_sets.h"
#include "libsmpi/watch/trace/compress/structure_use.h"
#include "libsmpi/watch/trace/compress/value_source.h"
#include "libsmpi/watch/trace/mapped_file.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi::trace {

struct RankGroup {
  std::vector<std::uint32_t> ranks;
  std::vector<ItemCode> items;
  StructureUse use;
  std::vector<std::uint32_t> first_slot;  // by shape
  std::vector<std::uint32_t> count_of;    // place of its counts, by body
  std::vector<StreamSet> slots;           // of the shapes in `use`, one after the other
  std::vector<StreamSet> counts;          // of the bodies in `use`
  StreamSet lists;
  RankFunction sums[4];  // actions, sends, mean of the bytes sent, bytes besides
};

class CompressedTrace final : public Trace, private ChunkReader {
 public:
  // Throws kernel::InputError with the place when the file is damaged.
  explicit CompressedTrace(const std::string& path);
  // The same from bytes, which are called `name` in messages.
  CompressedTrace(std::string name, std::string bytes);
  // A segment of a file, whose bytes begin at `offset`. They and the texts, which the segments
  // share, must outlive it.
  CompressedTrace(std::string path, std::string_view segment, std::uint64_t offset, Texts& texts);
  CompressedTrace(const CompressedTrace&) = delete;
  CompressedTrace& operator=(const CompressedTrace&) = delete;

  std::uint32_t rank_count() const override { return header_.rank_count; }
  std::uint64_t action_count() const override { return action_count_; }
  std::unique_ptr<Cursor> cursor(std::uint32_t rank) override;
  const Texts& texts() const override { return *texts_; }
  // "action 17 of rank 3 in FILE"
  std::string place(std::uint32_t rank, std::uint64_t position) const override;
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::vector<std::uint32_t> unrecorded_ranks() const override { return unrecorded_; }

  const std::string& path() const { return path_; }
  std::uint64_t size_bytes() const { return content_.size(); }
  const TraceHeader& header() const { return header_; }
  const ShapeTable& shapes() const { return shapes_; }
  const std::deque<std::vector<ItemCode>>& bodies() const { return bodies_; }
  // What is known of sites, by number.
  const std::map<std::uint32_t, std::string>& sites() const { return sites_; }
  const std::vector<RankGroup>& groups() const { return groups_; }
  // Nothing: the rank has no actions.
  struct Place {
    std::uint32_t group;
    std::uint32_t place;
  };
  std::optional<Place> place_of(std::uint32_t rank) const;
  RankSums sums_of(std::uint32_t rank) const;
  ChunkReader& chunks() { return *this; }
  // Lets go of chunks that nobody reads.
  void forget_chunks();
  std::size_t chunk_count() const { return chunk_sections_.size(); }
  const Section& chunk_section(std::uint32_t number) const { return chunk_sections_[number]; }
  // Sections by name with their stored sizes, for `smpi-trace info`.
  const std::vector<Section>& sections() const { return frame_.sections; }

 private:
  void read();
  void read_notes();
  void read_section(const Section& section);
  void read_codes(ByteReader& reader);
  void read_shapes(ByteReader& reader);
  Shape read_shape(ByteReader& reader);
  void read_bodies(ByteReader& reader);
  std::vector<ItemCode> read_items(ByteReader& reader, std::size_t body_count);
  void read_group(ByteReader& reader);
  std::shared_ptr<const std::string> chunk(std::uint32_t number) override;

  std::string path_;
  std::unique_ptr<MappedFile> mapped_;
  std::string bytes_;
  std::string_view content_;
  FileFrame frame_;
  TraceHeader header_;
  std::uint64_t offset_ = 0;  // of the content in the file
  Texts own_texts_;
  Texts* texts_ = &own_texts_;
  std::vector<Word> text_numbers_;  // by number in the file
  std::map<std::uint32_t, std::string> sites_;
  std::vector<std::uint32_t> site_numbers_{0};  // by number in the file, from 1
  std::vector<Code> codes_;
  ShapeTable shapes_;
  std::deque<std::vector<ItemCode>> bodies_;
  std::vector<RankGroup> groups_;
  std::vector<Place> places_;  // by rank
  std::vector<Section> chunk_sections_;
  std::uint64_t action_count_ = 0;
  std::vector<std::string> warnings_;
  std::vector<std::uint32_t> unrecorded_;

  static constexpr std::size_t cache_most = 256;
  std::list<std::uint32_t> recent_;  // chunks, the latest first
  struct Cached {
    std::shared_ptr<const std::string> bytes;
    std::list<std::uint32_t>::iterator recent;
  };
  std::unordered_map<std::uint32_t, Cached> cache_;
};

// Is it a compressed trace, or text?
bool is_compressed_trace(const std::string& path);

// Throws kernel::InputError when it is damaged, or of another number of ranks than wanted.
std::unique_ptr<Trace> open_compressed_trace(const std::string& path, const TraceOptions& options);

}  // namespace smpi::trace
