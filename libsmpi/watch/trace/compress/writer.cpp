// SPDX-License-Identifier: BSD-3-Clause
//
// The order of sections: tables first, chunks, then the groups that name both.
#include "libsmpi/watch/trace/compress/writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <unordered_map>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/file_sections.h"
#include "libsmpi/watch/trace/compress/header_text.h"
#include "libsmpi/watch/trace/compress/rank_list.h"
#include "libsmpi/watch/trace/compress/stream_sets.h"
#include "libsmpi/watch/trace/compress/structure_use.h"

namespace smpi::trace {
namespace {

using Output = std::function<void(std::string_view)>;

// Gives numbers in the order of first use, and remembers it.
class Renumbering {
 public:
  std::uint32_t number(std::uint32_t old) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    if (numbers_.size() <= old) numbers_.resize(std::size_t{old} + 1, none);
    if (numbers_[old] == none) {
      numbers_[old] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(old);
    }
    return numbers_[old];
  }
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  std::vector<std::uint32_t> numbers_;  // by old number
  std::vector<std::uint32_t> order_;    // old numbers
};

struct Group {
  std::vector<const RankRecord*> records;
  StructureUse use;

  std::vector<std::uint32_t> ranks() const {
    std::vector<std::uint32_t> result;
    for (const RankRecord* record : records) result.push_back(record->rank);
    return result;
  }
};

std::vector<Group> groups_of(const TraceParts& parts) {
  std::vector<const RankRecord*> records;
  for (const RankRecord& record : parts.ranks) records.push_back(&record);
  std::sort(records.begin(), records.end(),
            [](const RankRecord* a, const RankRecord* b) { return a->rank < b->rank; });
  std::vector<Group> groups;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
  for (const RankRecord* record : records) {
    std::uint64_t hash = record->items.size();
    for (const ItemCode item : record->items) hash = combined(hash, item);
    auto [from, to] = by_hash.equal_range(hash);
    while (from != to && groups[from->second].records[0]->items != record->items) ++from;
    if (from != to) {
      groups[from->second].records.push_back(record);
    } else {
      by_hash.emplace(hash, groups.size());
      groups.push_back({{record}, use_of_structure(record->items, parts.bodies)});
    }
  }
  return groups;
}

class FileMaker {
 public:
  FileMaker(const TraceParts& parts, Output output)
      : parts_(parts), output_(std::move(output)), groups_(groups_of(parts)) {
    for (const Group& group : groups_) {
      for (const std::uint32_t shape : group.use.shapes) shapes_.number(shape);
      for (const std::uint32_t body : group.use.bodies) bodies_.number(body);
    }
  }
  std::uint64_t make();

 private:
  std::string shapes_text();
  std::string codes_text() const;
  std::string texts_text() const;
  std::string sites_text() const;
  std::string bodies_text();
  void append_items(std::string& out, std::span<const ItemCode> items);
  void append_group(std::string& out, const Group& group);
  void append_set(std::string& out, const Group& group,
                  const std::function<const Stream&(const RankRecord&)>& stream_of);
  void append_sums(std::string& out, const Group& group) const;
  void emit(std::string_view bytes) {
    output_(bytes);
    offset_ += bytes.size();
  }
  void emit_section(std::string_view name, std::string_view plain);
  void emit_chunks();

  const TraceParts& parts_;
  Output output_;
  std::vector<Group> groups_;
  std::uint64_t offset_ = 0;
  Renumbering shapes_;
  Renumbering bodies_;
  Renumbering codes_;
  Renumbering texts_;
  Renumbering sites_;
  Renumbering chunks_;
  std::string index_;
};

void FileMaker::emit_section(std::string_view name, std::string_view plain) {
  std::string section;
  append_section(section, name, plain);
  index_ += name;
  put_number(index_, offset_);
  emit(section);
}

void FileMaker::append_items(std::string& out, std::span<const ItemCode> items) {
  put_number(out, items.size());
  for (const ItemCode item : items) {
    put_number(out,
               is_loop(item) ? bodies_.number(item / 2) * 2 + 1 : shapes_.number(item / 2) * 2);
  }
}

std::string FileMaker::bodies_text() {
  std::string out;
  const std::vector<std::uint32_t> order = bodies_.order();
  put_number(out, order.size());
  for (const std::uint32_t body : order) append_items(out, parts_.bodies[body]);
  return out;
}

std::string FileMaker::shapes_text() {
  std::string out;
  const std::vector<std::uint32_t> order = shapes_.order();
  put_number(out, order.size());
  for (const std::uint32_t number : order) {
    const Shape& shape = parts_.shapes[number];
    put_number(out, codes_.number(static_cast<std::uint32_t>(shape.code)));
    put_number(out, shape.strand);
    put_number(out, shape.site == 0 ? 0 : sites_.number(shape.site) + 1);
    const std::span<const Field> fields = form_of(shape.code).fields;
    const Word* fixed = shape.fixed.data();
    for (std::size_t i = 0; i < fields.size(); i++) {
      put_number(out, static_cast<std::uint64_t>(shape.how[i]));
      if (shape.how[i] != How::fixed) continue;
      const Word value = *fixed++;
      put_signed(out, fields[i].kind == FieldKind::text
                          ? texts_.number(static_cast<std::uint32_t>(value))
                          : value);
    }
  }
  return out;
}

// Names, so that a file does not depend on the order of our tables; kinds, to see if they changed.
std::string FileMaker::codes_text() const {
  std::string out;
  put_number(out, codes_.order().size());
  for (const std::uint32_t code : codes_.order()) {
    const Form& form = forms()[code];
    put_text(out, form.keyword);
    std::string kinds;
    for (const Field& field : form.fields) kinds.push_back(static_cast<char>(field.kind));
    put_text(out, kinds);
  }
  return out;
}

std::string FileMaker::texts_text() const {
  std::string out;
  put_number(out, texts_.order().size());
  for (const std::uint32_t text : texts_.order()) put_text(out, parts_.texts[text]);
  return out;
}

std::string FileMaker::sites_text() const {
  std::string out;
  put_number(out, sites_.order().size());
  for (const std::uint32_t site : sites_.order()) {
    const auto name = parts_.sites.find(site);
    put_number(out, site);
    put_text(out, name == parts_.sites.end() ? "" : name->second);
  }
  return out;
}

void FileMaker::append_set(std::string& out, const Group& group,
                           const std::function<const Stream&(const RankRecord&)>& stream_of) {
  std::vector<const Stream*> streams;
  for (const RankRecord* record : group.records) streams.push_back(&stream_of(*record));
  append_stream_set(out, group.ranks(), streams, parts_.header.rank_count,
                    [this](std::uint32_t chunk) { return chunks_.number(chunk); });
}

// Bytes as the mean per message and what is left of it: the mean is the same for any number of
// steps.
void FileMaker::append_sums(std::string& out, const Group& group) const {
  const std::vector<std::uint32_t> ranks = group.ranks();
  std::vector<Word> columns[4];
  for (const RankRecord* record : group.records) {
    const RankSums& sums = record->sums;
    const std::uint64_t mean_bytes = sums.sends > 0 ? sums.sent_bytes / sums.sends : 0;
    const std::uint64_t values[] = {sums.actions, sums.sends, mean_bytes,
                                    sums.sent_bytes - mean_bytes * sums.sends};
    for (std::size_t i = 0; i < std::size(values); i++) {
      columns[i].push_back(static_cast<Word>(values[i]));
    }
  }
  for (const std::vector<Word>& column : columns) {
    append_rank_function(out, ranks, column, parts_.header.rank_count);
  }
}

void FileMaker::append_group(std::string& out, const Group& group) {
  append_rank_list(out, group.ranks());
  append_items(out, group.records[0]->items);
  append_sums(out, group);
  for (const std::uint32_t shape : group.use.shapes) {
    for (std::uint8_t slot = 0; slot < parts_.shapes[shape].slot_count; slot++) {
      append_set(out, group, [&](const RankRecord& record) -> const Stream& {
        return record.slots.at(shape)[slot];
      });
    }
  }
  for (const std::uint32_t body : group.use.bodies) {
    append_set(out, group,
               [&](const RankRecord& record) -> const Stream& { return record.counts.at(body); });
  }
  append_set(out, group, [](const RankRecord& record) -> const Stream& { return record.lists; });
}

void FileMaker::emit_chunks() {
  for (const std::uint32_t number : chunks_.order()) {
    const StoredChunk chunk = parts_.chunks.chunk(number);
    std::string section;
    append_section(section, "VALS", Codec::zstd, chunk.bytes, chunk.plain_bytes);
    index_ += "VALS";
    put_number(index_, offset_);
    emit(section);
  }
}

std::uint64_t FileMaker::make() {
  constexpr std::size_t section_bytes = 1 << 20;
  std::string start;
  append_file_start(start, text_of_header(parts_.header));
  emit(start);
  // Groups number what they use; their text comes after the tables.
  std::vector<std::string> group_texts(1);
  std::vector<std::uint64_t> counts(1);
  for (const Group& group : groups_) {
    if (group_texts.back().size() > section_bytes) {
      group_texts.emplace_back();
      counts.push_back(0);
    }
    append_group(group_texts.back(), group);
    counts.back()++;
  }
  const std::string bodies = bodies_text();
  const std::string shapes = shapes_text();
  emit_section("CODE", codes_text());
  if (!texts_.order().empty()) emit_section("STRS", texts_text());
  if (!sites_.order().empty()) emit_section("SITE", sites_text());
  emit_section("SHAP", shapes);
  emit_section("BODY", bodies);
  emit_chunks();
  for (std::size_t i = 0; i < group_texts.size(); i++) {
    std::string text;
    put_number(text, counts[i]);
    emit_section("GRUP", text + group_texts[i]);
  }
  const std::uint64_t index_offset = offset_;
  std::string section;
  append_section(section, "INDX", index_);
  emit(section);
  emit(end_of_file(start, index_offset));
  return offset_;
}

}  // namespace

std::string trace_bytes(const TraceParts& parts) {
  std::string bytes;
  FileMaker(parts, [&](std::string_view more) { bytes += more; }).make();
  return bytes;
}

namespace {

// `clear` takes away what was written, when not all of it could be.
template <class Clear>
std::uint64_t write_to(const std::string& path, const char* mode, const TraceParts& parts,
                       Clear&& clear) {
  bool is_open = false;
  const auto refuse = [&] {
    const std::string reason = std::strerror(errno);
    if (is_open) clear();
    throw kernel::InputError("cannot write the trace", {.file = path, .text = reason});
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), mode),
                                                             &std::fclose);
  if (!file) refuse();
  is_open = true;
  const std::uint64_t size_bytes =
      FileMaker(parts, [&](std::string_view bytes) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) refuse();
      }).make();
  if (std::fflush(file.get()) != 0) refuse();
  return size_bytes;
}

}  // namespace

std::uint64_t write_trace(const std::string& path, const TraceParts& parts) {
  return write_to(path, "wbe", parts, [&] { std::remove(path.c_str()); });
}

void append_trace(const std::string& path, const TraceParts& parts) {
  std::error_code none;
  const std::uintmax_t before = std::filesystem::file_size(path, none);
  write_to(path, "abe", parts, [&] { std::filesystem::resize_file(path, before, none); });
}

}  // namespace smpi::trace
