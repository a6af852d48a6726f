// SPDX-License-Identifier: BSD-3-Clause
//
// Tables are read and checked when the file is opened, chunks when a stream comes to them.
#include "libsmpi/watch/trace/compress/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/cursor.h"
#include "libsmpi/watch/trace/compress/header_text.h"
#include "libsmpi/watch/trace/compress/rank_list.h"
#include "libsmpi/watch/trace/compress/segmented_trace.h"
#include "libsmpi/watch/trace/rank_set.h"
#include "libsmpi/watch/trace/text_names.h"

namespace smpi::trace {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};
constexpr int body_depth_most = 64;

// May a field of this kind be kept that way?
bool is_possible(FieldKind kind, How how) {
  switch (how) {
    case How::fixed:
      return true;
    case How::plain:
      return !is_list(kind) && !is_real(kind) && kind != FieldKind::text;
    case How::real:
      return is_real(kind);
    case How::relative:
      return kind == FieldKind::peer;
    case How::age:
      return kind == FieldKind::request || kind == FieldKind::message;
    case How::next:
      return kind == FieldKind::new_communicator || kind == FieldKind::new_window ||
             kind == FieldKind::new_file;
    case How::list:
      return is_list(kind);
    case How::ages:
      return kind == FieldKind::requests;
  }
  return false;
}

}  // namespace

CompressedTrace::CompressedTrace(const std::string& path)
    : path_(path), mapped_(std::make_unique<MappedFile>(path)), content_(mapped_->content()) {
  read();
}

CompressedTrace::CompressedTrace(std::string name, std::string bytes)
    : path_(std::move(name)), bytes_(std::move(bytes)), content_(bytes_) {
  read();
}

CompressedTrace::CompressedTrace(std::string path, std::string_view segment, std::uint64_t offset,
                                 Texts& texts)
    : path_(std::move(path)), content_(segment), offset_(offset), texts_(&texts) {
  read();
}

void CompressedTrace::read() {
  frame_ = read_frame(path_, content_, offset_);
  try {
    header_ = read_header(frame_.header_text);
    read_notes();
  } catch (const Damage& damage) {
    refuse_damage(path_, offset_, damage.what());
  }
  places_.assign(header_.rank_count, {nowhere, 0});
  for (const Section& section : frame_.sections) {
    try {
      read_section(section);
    } catch (const Damage& damage) {
      refuse_damage(path_, offset_ + section.offset, damage.what());
    }
  }
  for (const RankGroup& group : groups_) {
    for (std::size_t i = 0; i < group.ranks.size(); i++) {
      action_count_ += static_cast<std::uint64_t>(group.sums[0].value(group.ranks[i], i));
    }
  }
}

void CompressedTrace::read_notes() {
  if (header_.notes.contains(cut_note)) {
    warnings_.push_back(path_ + ": the recording was cut, so ranks stop before their program does");
  }
  const auto note = header_.notes.find(recorded_note);
  if (note == header_.notes.end()) return;
  const std::optional<RankSet> recorded = rank_set_of(note->second, header_.rank_count);
  if (!recorded) throw Damage("the header has no valid list of recorded ranks");
  for (std::uint32_t rank = 0; rank < header_.rank_count; rank++) {
    if (!(*recorded)[rank]) unrecorded_.push_back(rank);
  }
}

void CompressedTrace::read_section(const Section& section) {
  if (section.name == "VALS") {
    chunk_sections_.push_back(section);
    return;
  }
  const std::string plain = section.plain();
  ByteReader reader(plain);
  if (section.name == "CODE") {
    read_codes(reader);
  } else if (section.name == "STRS") {
    for (std::size_t count = reader.count(); count > 0; count--) {
      text_numbers_.push_back(texts_->number_of(reader.text()));
    }
  } else if (section.name == "SITE") {
    for (std::size_t count = reader.count(); count > 0; count--) {
      site_numbers_.push_back(reader.index(std::size_t{1} << 32));
      sites_[site_numbers_.back()] = reader.text();
    }
  } else if (section.name == "SHAP") {
    read_shapes(reader);
  } else if (section.name == "BODY") {
    read_bodies(reader);
  } else if (section.name == "GRUP") {
    for (std::size_t count = reader.count(); count > 0; count--) read_group(reader);
  }
}

void CompressedTrace::read_codes(ByteReader& reader) {
  for (std::size_t count = reader.count(); count > 0; count--) {
    const std::string_view keyword = reader.text();
    const std::string_view kinds = reader.text();
    const std::optional<Code> code = find_code(keyword);
    if (!code) {
      throw kernel::InputError("the trace has an action that this version does not know",
                               {.file = path_, .text = std::string(keyword)});
    }
    const std::span<const Field> fields = form_of(*code).fields;
    if (!std::equal(fields.begin(), fields.end(), kinds.begin(), kinds.end(),
                    [](const Field& field, char kind) {
                      return field.kind == static_cast<FieldKind>(kind);
                    })) {
      throw kernel::InputError("an action of the trace has other fields in this version",
                               {.file = path_, .text = std::string(keyword)});
    }
    codes_.push_back(*code);
  }
}

Shape CompressedTrace::read_shape(ByteReader& reader) {
  Shape shape;
  shape.code = codes_.at(reader.index(codes_.size()));
  shape.strand = static_cast<std::uint16_t>(reader.index(1 << 16));
  shape.site = site_numbers_[reader.index(site_numbers_.size())];
  const std::span<const Field> fields = form_of(shape.code).fields;
  for (std::size_t i = 0; i < fields.size(); i++) {
    const FieldKind kind = fields[i].kind;
    const auto how = static_cast<How>(reader.index(static_cast<std::size_t>(How::ages) + 1));
    if (!is_possible(kind, how)) throw Damage("a field is kept in an impossible way");
    shape.how[i] = how;
    if (how != How::fixed) {
      shape.slot_count = static_cast<std::uint8_t>(shape.slot_count + (how == How::ages ? 2 : 1));
      continue;
    }
    Word value = reader.signed_number();
    if (is_list(kind) && value != 0) throw Damage("a list is in a shape");
    if (kind == FieldKind::text) {
      if (value < 0 || static_cast<std::size_t>(value) >= text_numbers_.size()) {
        throw Damage("a text is missing");
      }
      value = text_numbers_[static_cast<std::size_t>(value)];
    }
    if (kind == FieldKind::peer && value >= 0) throw Damage("a peer is in a shape");
    shape.fixed[shape.fixed_count++] = value;
  }
  return shape;
}

void CompressedTrace::read_shapes(ByteReader& reader) {
  for (std::size_t count = reader.count(); count > 0; count--) {
    const std::size_t number = shapes_.size();
    if (shapes_.number_of(read_shape(reader)) != number) throw Damage("a shape is there twice");
  }
}

std::vector<ItemCode> CompressedTrace::read_items(ByteReader& reader, std::size_t body_count) {
  std::vector<ItemCode> items;
  for (std::size_t count = reader.count(); count > 0; count--) {
    const std::uint64_t code = reader.number();
    if (code / 2 >= ((code & 1) != 0 ? body_count : shapes_.size())) {
      throw Damage("a structure names what is not there");
    }
    items.push_back(static_cast<ItemCode>(code));
  }
  return items;
}

void CompressedTrace::read_bodies(ByteReader& reader) {
  std::vector<int> depths;
  for (std::size_t count = reader.count(); count > 0; count--) {
    bodies_.push_back(read_items(reader, bodies_.size()));
    if (bodies_.back().empty()) throw Damage("a loop has nothing in it");
    int depth = 1;
    for (const ItemCode item : bodies_.back()) {
      if (is_loop(item)) depth = std::max(depth, depths[item / 2] + 1);
    }
    if (depth > body_depth_most) throw Damage("loops are nested too deep");
    depths.push_back(depth);
  }
}

void CompressedTrace::read_group(ByteReader& reader) {
  RankGroup& group = groups_.emplace_back();
  group.ranks = read_rank_list(reader, header_.rank_count);
  for (std::size_t i = 0; i < group.ranks.size(); i++) {
    Place& place = places_[group.ranks[i]];
    if (place.group != nowhere) throw Damage("a rank is in two groups");
    place = {static_cast<std::uint32_t>(groups_.size() - 1), static_cast<std::uint32_t>(i)};
  }
  group.items = read_items(reader, bodies_.size());
  group.use = use_of_structure(group.items, bodies_);
  for (RankFunction& sum : group.sums) sum = RankFunction(reader, group.ranks, header_.rank_count);
  const auto read_set = [&] {
    return StreamSet(reader, group.ranks, header_.rank_count, chunk_sections_.size());
  };
  group.first_slot.assign(shapes_.size(), nowhere);
  for (const std::uint32_t shape : group.use.shapes) {
    group.first_slot[shape] = static_cast<std::uint32_t>(group.slots.size());
    for (std::uint8_t slot = 0; slot < shapes_[shape].slot_count; slot++) {
      group.slots.push_back(read_set());
    }
  }
  group.count_of.assign(bodies_.size(), nowhere);
  for (const std::uint32_t body : group.use.bodies) {
    group.count_of[body] = static_cast<std::uint32_t>(group.counts.size());
    group.counts.push_back(read_set());
  }
  group.lists = read_set();
}

std::shared_ptr<const std::string> CompressedTrace::chunk(std::uint32_t number) {
  const auto known = cache_.find(number);
  if (known != cache_.end()) {
    recent_.splice(recent_.begin(), recent_, known->second.recent);
    return known->second.bytes;
  }
  if (cache_.size() >= cache_most) {
    cache_.erase(recent_.back());
    recent_.pop_back();
  }
  recent_.push_front(number);
  auto bytes = std::make_shared<const std::string>(chunk_sections_[number].plain());
  cache_[number] = {bytes, recent_.begin()};
  return bytes;
}

void CompressedTrace::forget_chunks() {
  cache_.clear();
  recent_.clear();
}

std::optional<CompressedTrace::Place> CompressedTrace::place_of(std::uint32_t rank) const {
  const Place place = places_.at(rank);
  if (place.group == nowhere) return std::nullopt;
  return place;
}

RankSums CompressedTrace::sums_of(std::uint32_t rank) const {
  const std::optional<Place> place = place_of(rank);
  if (!place) return {};
  const auto sum = [&](int which) {
    return static_cast<std::uint64_t>(groups_[place->group].sums[which].value(rank, place->place));
  };
  return {sum(0), sum(1), sum(2) * sum(1) + sum(3)};
}

std::unique_ptr<Cursor> CompressedTrace::cursor(std::uint32_t rank) {
  return std::make_unique<CompressedCursor>(*this, rank);
}

bool is_compressed_trace(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(file_magic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return looks_compressed(start);
}

std::string CompressedTrace::place(std::uint32_t rank, std::uint64_t position) const {
  return fmt::format("action {} of rank {} in {}", position, rank, path_);
}

std::unique_ptr<Trace> open_compressed_trace(const std::string& path, const TraceOptions& options) {
  std::unique_ptr<Trace> trace;
  if (has_segments(path)) {
    trace = std::make_unique<SegmentedTrace>(path);
  } else {
    trace = std::make_unique<CompressedTrace>(path);
  }
  if (options.rank_count && *options.rank_count != trace->rank_count()) {
    throw kernel::InputError("the trace is of another number of ranks",
                             {.file = path,
                              .text = fmt::format("{} ranks in the trace, {} wanted",
                                                  trace->rank_count(), *options.rank_count),
                              .hint = fmt::format("give -np {}", trace->rank_count())});
  }
  return trace;
}

}  // namespace smpi::trace
