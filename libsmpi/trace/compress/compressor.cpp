// SPDX-License-Identifier: BSD-3-Clause
//
// One action at a time: describe, look the shape up, add to streams and sequence.
#include "libsmpi/trace/compress/compressor.h"

#include "kernel/error.h"
#include "libsmpi/trace/compress/action_sums.h"

namespace smpi::trace {

struct Compressor::Rank {
  Rank(CountedBodies& bodies, ChunkStore& chunks) : sequence(bodies), store(chunks) {}

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // The streams of a shape's slots begin there.
  std::uint32_t streams_of(std::uint32_t shape, std::uint8_t slot_count) {
    if (shape >= first_stream.size()) first_stream.resize(shape + 1, none);
    if (first_stream[shape] == none) {
      first_stream[shape] = static_cast<std::uint32_t>(streams.size());
      streams.resize(streams.size() + slot_count);
    }
    return first_stream[shape];
  }

  Describer describer;
  Sequence sequence;
  std::vector<std::uint32_t> first_stream;  // by shape
  std::vector<ValueStream> streams;
  ValueStream lists;
  ChunkBuilder store;
  ActionSums sums;
  // Of slots whose numbers are given up for their mean, by stream.
  struct Volume {
    double sum = 0;
    std::uint64_t count = 0;
  };
  std::map<std::uint32_t, Volume> volumes;
};

namespace {

// Is the slot the volume of a computation?
bool is_volume(const Shape& shape, std::uint8_t slot) {
  const std::span<const Field> fields = form_of(shape.code).fields;
  for (std::size_t i = 0, at = 0; i < fields.size(); i++) {
    if (shape.how[i] == How::fixed) continue;
    if (at == slot) return fields[i].kind == FieldKind::flops;
    at += shape.how[i] == How::ages ? 2 : 1;
  }
  return false;
}

Stream stream_of(const ValueStream& values) {
  return {values.pieces(), values.ops()};
}

}  // namespace

Compressor::Compressor(std::uint32_t rank_count, const Texts& texts, Options options)
    : texts_(texts), options_(options), chunks_(options.memory_most_bytes), ranks_(rank_count) {
  header_.rank_count = rank_count;
}

Compressor::~Compressor() = default;

Compressor::Rank& Compressor::rank_of(std::uint32_t rank) {
  SIM_ASSERT(rank < ranks_.size(), "a rank of the run");
  if (!ranks_[rank]) ranks_[rank] = std::make_unique<Rank>(counted_bodies_, chunks_);
  return *ranks_[rank];
}

void Compressor::add(std::uint32_t number, const Action& action) {
  Rank& rank = rank_of(number);
  rank.describer.describe(number, action, options_.losses, description_);
  const std::uint32_t shape = shapes_.number_of(description_.shape);
  const std::uint8_t slot_count = description_.shape.slot_count;
  const std::uint32_t first = rank.streams_of(shape, slot_count);
  for (std::uint8_t slot = 0; slot < slot_count; slot++) {
    if (options_.losses.mean_volumes && is_volume(description_.shape, slot)) {
      Rank::Volume& volume = rank.volumes[first + slot];
      volume.sum += to_real(bits_of_real(description_.slots[slot]));
      volume.count++;
      continue;
    }
    rank.streams[first + slot].add(description_.slots[slot], &rank.store);
  }
  for (const std::span<const Word> list : description_.new_lists) {
    rank.lists.add(static_cast<Word>(list.size()), &rank.store);
    for (const Word word : list) rank.lists.add(word, &rank.store);
  }
  rank.sequence.add(shape, opener_);
  rank.sums.add(action);
}

void Compressor::name_site(std::uint32_t site, std::string name) {
  sites_[site] = std::move(name);
}

void Compressor::note(std::string key, std::string value) {
  header_.notes[std::move(key)] = std::move(value);
}

RankRecord Compressor::record_of(std::uint32_t number, Rank& rank) {
  RankRecord record{
      .rank = number, .items = {}, .slots = {}, .counts = {}, .lists = {}, .sums = {}};
  for (const auto& [stream, volume] : rank.volumes) {
    const double mean = volume.sum / static_cast<double>(volume.count);
    rank.streams[stream].add_many(word_of_real(to_word(mean)), volume.count, &rank.store);
  }
  Sequence::Whole whole = rank.sequence.finish(opener_, &rank.store);
  record.items = std::move(whole.items);
  for (std::uint32_t shape = 0; shape < rank.first_stream.size(); shape++) {
    const std::uint32_t first = rank.first_stream[shape];
    if (first == Rank::none) continue;
    std::vector<Stream>& slots = record.slots[shape];
    for (std::uint8_t slot = 0; slot < shapes_[shape].slot_count; slot++) {
      slots.push_back(stream_of(rank.streams[first + slot]));
    }
  }
  for (const auto& [body, stream] : whole.counts) record.counts[body] = stream_of(stream);
  record.lists = stream_of(rank.lists);
  record.sums = rank.sums.sums();
  // Pieces count the rank's chunks; records have the numbers of the store.
  const std::vector<std::uint32_t>& chunks = rank.store.finish();
  const auto renumber = [&](Stream& stream) {
    for (OpStore::Piece& piece : stream.pieces) piece.chunk = chunks[piece.chunk];
  };
  for (auto& [shape, slots] : record.slots) {
    for (Stream& stream : slots) renumber(stream);
  }
  for (auto& [body, stream] : record.counts) renumber(stream);
  renumber(record.lists);
  return record;
}

TraceParts Compressor::finish() {
  TraceParts parts;
  for (std::uint32_t number = 0; number < ranks_.size(); number++) {
    if (!ranks_[number]) continue;
    parts.ranks.push_back(record_of(number, *ranks_[number]));
    ranks_[number].reset();
  }
  parts.header = std::move(header_);
  for (std::size_t text = 0; text < texts_.size(); text++) {
    parts.texts.push_back(texts_.text(static_cast<Word>(text)));
  }
  parts.sites = std::move(sites_);
  parts.shapes = std::move(shapes_);
  parts.bodies = std::move(opener_.bodies());
  parts.chunks = std::move(chunks_);
  return parts;
}

}  // namespace smpi::trace
