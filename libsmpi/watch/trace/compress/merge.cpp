// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of the parts are numbered anew; streams name chunks only, and stay as they are.
#include "libsmpi/watch/trace/compress/merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/segmented_trace.h"

namespace smpi::trace {
namespace {

// Gives bodies the numbers of another table.
std::vector<std::uint32_t> move_bodies(const Bodies& from, Bodies& to,
                                       std::span<const std::uint32_t> shapes) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t body = 0; body < from.size(); body++) {
    std::vector<ItemCode> items;
    std::uint64_t hash = 0;
    for (const ItemCode item : from[body]) {
      items.push_back(is_loop(item) ? numbers[item / 2] * 2 + 1 : shapes[item / 2] * 2);
      hash = hash * Folder<OpenRules>::base + mixed(items.back());
    }
    numbers.push_back(to.number_of(items, hash));
  }
  return numbers;
}

// A site that another part used for another place gets a number of its own.
std::uint32_t move_site(std::uint32_t site, const TraceParts& part, TraceParts& whole) {
  const auto named = part.sites.find(site);
  if (site == 0 || named == part.sites.end()) return site;
  const auto [at, is_new] = whole.sites.try_emplace(site, named->second);
  if (is_new || at->second == named->second) return site;
  for (const auto& [number, name] : whole.sites) {
    if (name == named->second) return number;
  }
  const std::uint32_t number = whole.sites.rbegin()->first + 1;
  whole.sites[number] = named->second;
  return number;
}

Word move_text(Word text, const TraceParts& part, TraceParts& whole) {
  const std::string& content = part.texts.at(static_cast<std::size_t>(text));
  const auto at = std::find(whole.texts.begin(), whole.texts.end(), content);
  const auto number = static_cast<Word>(at - whole.texts.begin());
  if (at == whole.texts.end()) whole.texts.push_back(content);
  return number;
}

std::vector<std::uint32_t> move_shapes(const TraceParts& part, TraceParts& whole) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 0; number < part.shapes.size(); number++) {
    Shape shape = part.shapes[number];
    shape.site = move_site(shape.site, part, whole);
    const std::span<const Field> fields = form_of(shape.code).fields;
    for (std::size_t i = 0, fixed = 0; i < fields.size(); i++) {
      if (shape.how[i] != How::fixed) continue;
      if (fields[i].kind == FieldKind::text) {
        shape.fixed[fixed] = move_text(shape.fixed[fixed], part, whole);
      }
      fixed++;
    }
    numbers.push_back(whole.shapes.number_of(shape));
  }
  return numbers;
}

}  // namespace

struct Merger::Tables {
  std::vector<std::uint32_t> shapes;
  std::vector<std::uint32_t> bodies;
  std::vector<std::uint32_t> chunks;

  void move(Stream& stream) const {
    for (OpStore::Piece& piece : stream.pieces) piece.chunk = chunks[piece.chunk];
  }
};

void Merger::add_record(const Tables& tables, RankRecord record, const std::string& name) {
  if (!ranks_.insert(record.rank).second) {
    throw kernel::InputError("two parts of the trace have the same rank",
                             {.file = name, .text = fmt::format("rank {}", record.rank)});
  }
  for (ItemCode& item : record.items) {
    item = is_loop(item) ? tables.bodies[item / 2] * 2 + 1 : tables.shapes[item / 2] * 2;
  }
  std::map<std::uint32_t, std::vector<Stream>> slots;
  for (auto& [shape, streams] : record.slots) {
    for (Stream& stream : streams) tables.move(stream);
    slots[tables.shapes[shape]] = std::move(streams);
  }
  std::map<std::uint32_t, Stream> counts;
  for (auto& [body, stream] : record.counts) {
    tables.move(stream);
    counts[tables.bodies[body]] = std::move(stream);
  }
  tables.move(record.lists);
  record.slots = std::move(slots);
  record.counts = std::move(counts);
  whole_.ranks.push_back(std::move(record));
}

void Merger::add_recorded_ranks(const TraceParts& part) {
  recorded_.resize(part.header.rank_count);
  const auto note = part.header.notes.find(recorded_note);
  if (note == part.header.notes.end()) {
    for (const RankRecord& record : part.ranks) recorded_[record.rank] = true;
    return;
  }
  leaves_out_ = true;
  const RankSet of_part = *rank_set_of(note->second, part.header.rank_count);
  for (std::size_t rank = 0; rank < of_part.size(); rank++) {
    if (of_part[rank]) recorded_[rank] = true;
  }
}

TraceParts Merger::finish() {
  if (leaves_out_) {
    const bool has_all = std::ranges::all_of(recorded_, [](bool is_there) { return is_there; });
    if (has_all) {
      whole_.header.notes.erase(recorded_note);
    } else {
      whole_.header.notes[recorded_note] = text_of(recorded_);
    }
  }
  return std::move(whole_);
}

void Merger::add(TraceParts part, const std::string& name) {
  if (whole_.header.rank_count == 0) whole_.header = part.header;
  if (whole_.header.rank_count != part.header.rank_count) {
    throw kernel::InputError(
        "the parts are of runs with different numbers of ranks",
        {.file = name,
         .text = fmt::format("{} and {}", whole_.header.rank_count, part.header.rank_count)});
  }
  add_recorded_ranks(part);
  whole_.header.notes.merge(part.header.notes);
  Tables tables;
  tables.shapes = move_shapes(part, whole_);
  tables.bodies = move_bodies(part.bodies, whole_.bodies, tables.shapes);
  for (std::uint32_t chunk = 0; chunk < part.chunks.size(); chunk++) {
    tables.chunks.push_back(whole_.chunks.add(part.chunks.chunk(chunk)));
  }
  for (RankRecord& record : part.ranks) add_record(tables, std::move(record), name);
}

void Merger::add(CompressedTrace& part) {
  add(parts_of(part), part.path());
}

void Merger::add_file(const std::string& path) {
  if (has_segments(path)) {
    SegmentedTrace trace(path);
    return add(joined(trace), path);
  }
  CompressedTrace part(path);
  add(part);
}

namespace {

RankRecord record_of(const CompressedTrace& trace, const RankGroup& group, std::size_t place) {
  const std::uint32_t rank = group.ranks[place];
  RankRecord record{.rank = rank,
                    .items = group.items,
                    .slots = {},
                    .counts = {},
                    .lists = {},
                    .sums = trace.sums_of(rank)};
  const auto stream_of = [&](const StreamSet& set) {
    std::string own;
    const StreamSet::View view = set.stream(rank, place, own);
    return Stream{{view.pieces.begin(), view.pieces.end()}, std::string(view.ops)};
  };
  for (const std::uint32_t shape : group.use.shapes) {
    std::vector<Stream>& streams = record.slots[shape];
    for (std::uint8_t slot = 0; slot < trace.shapes()[shape].slot_count; slot++) {
      streams.push_back(stream_of(group.slots[group.first_slot[shape] + slot]));
    }
  }
  for (const std::uint32_t body : group.use.bodies) {
    record.counts[body] = stream_of(group.counts[group.count_of[body]]);
  }
  record.lists = stream_of(group.lists);
  return record;
}

}  // namespace

TraceParts parts_of(CompressedTrace& trace) {
  TraceParts parts;
  parts.header = trace.header();
  for (std::size_t text = 0; text < trace.texts().size(); text++) {
    parts.texts.push_back(trace.texts().text(static_cast<Word>(text)));
  }
  parts.sites = trace.sites();
  parts.shapes = trace.shapes();
  for (const std::vector<ItemCode>& body : trace.bodies()) {
    std::uint64_t hash = 0;
    for (const ItemCode item : body) hash = hash * Folder<OpenRules>::base + mixed(item);
    if (parts.bodies.number_of(body, hash) + 1 != parts.bodies.size()) {
      refuse_damage(trace.path(), 0, "a body is there twice");
    }
  }
  for (std::uint32_t chunk = 0; chunk < trace.chunk_count(); chunk++) {
    const Section& section = trace.chunk_section(chunk);
    parts.chunks.add({std::string(section.stored), section.plain_bytes});
  }
  try {
    for (const RankGroup& group : trace.groups()) {
      for (std::size_t place = 0; place < group.ranks.size(); place++) {
        parts.ranks.push_back(record_of(trace, group, place));
      }
    }
  } catch (const Damage& damage) {
    refuse_damage(trace.path(), 0, damage.what());
  }
  return parts;
}

}  // namespace smpi::trace
