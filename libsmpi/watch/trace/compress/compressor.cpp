// SPDX-License-Identifier: BSD-3-Clause
//
// One action at a time: describe, look the shape up, add to streams and sequence.
#include "libsmpi/watch/trace/compress/compressor.h"

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/action_sums.h"

namespace smpi::trace {

struct Compressor::Rank {
  Rank(CountedBodies& bodies, ChunkStore& chunks) : sequence(bodies), store(chunks) {}

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // Of a shape's slots.
  ValueStream* streams_of(std::uint32_t shape, std::uint8_t slot_count) {
    if (shape >= first_stream.size() || first_stream[shape] == none) {
      if (shape >= first_stream.size()) first_stream.resize(shape + 1, none);
      first_stream[shape] = static_cast<std::uint32_t>(streams.size());
      streams.resize(streams.size() + slot_count);
    }
    return streams.data() + first_stream[shape];
  }

  // All that an action changes, at one time.
  struct Mark {
    Sequence::Mark sequence;
    std::vector<ValueStream::Mark> streams;
    std::uint64_t list_count = 0;
    std::int64_t newest_request = 0;
    RankSums sums;
  };
  Mark mark() const {
    Mark mark{.sequence = sequence.mark(),
              .streams = {},
              .list_count = describer.list_count(),
              .newest_request = describer.newest_request(),
              .sums = sums.sums()};
    for (const ValueStream& stream : streams) mark.streams.push_back(stream.mark());
    return mark;
  }
  // As often again what lies between two marks, the second of which is now. False: that cannot be
  // told from them, and nothing happened.
  bool repeat(const Mark& a, const Mark& b, std::uint64_t times) {
    if (!Sequence::fits(a.sequence, b.sequence) || a.list_count != b.list_count ||
        !std::ranges::equal(a.streams, b.streams, ValueStream::fits)) {
      return false;
    }
    sequence.repeat(a.sequence, b.sequence, times);
    for (std::size_t i = 0; i < streams.size(); i++) {
      streams[i].repeat(a.streams[i], b.streams[i], times);
    }
    describer.skip_requests((b.newest_request - a.newest_request) *
                            static_cast<std::int64_t>(times));
    sums.repeat(a.sums, times);
    return true;
  }

  std::uint64_t memory_bytes() const {
    return sizeof(Rank) + sequence.memory_bytes() + streams.size() * sizeof(ValueStream) +
           store.open_bytes();
  }

  Describer describer;
  Sequence sequence;
  std::vector<std::uint32_t> first_stream;  // by shape
  std::vector<ValueStream> streams;
  ValueStream lists;
  ChunkBuilder store;
  ActionSums sums;
  // Of slots whose numbers are given up for their mean, by place of the stream.
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
  return {values.pieces(), values.ops(StreamEnd::open)};
}

}  // namespace

Compressor::Compressor(std::uint32_t rank_count, const Texts& texts, Options options)
    : texts_(texts),
      options_(options),
      counts_repeats_(options.counts_repeats && !options.losses.any()),
      chunks_(options.memory_most_bytes),
      repeats_(rank_count),
      ranks_(rank_count) {
  header_.rank_count = rank_count;
}

Compressor::~Compressor() = default;

Compressor::Rank& Compressor::rank_of(std::uint32_t rank) {
  if (!ranks_[rank]) ranks_[rank] = std::make_unique<Rank>(counted_bodies_, chunks_);
  return *ranks_[rank];
}

void Compressor::add(std::uint32_t number, const Action& action) {
  SIM_ASSERT(number < ranks_.size(), "a rank of the run");
  Repeats& repeats = repeats_[number];
  if (repeats.is_repeating()) {
    if (repeats.takes(action)) return;
    add_repeats(number);
  }
  Rank& rank = rank_of(number);
  const Word newest_request = rank.describer.newest_request();
  describe(number, rank, action);
  if (counts_repeats_) repeats.note(action, newest_request);
}

// A few turns the long way show what each of them adds.
void Compressor::add_repeats(std::uint32_t number) {
  constexpr int tries_most = 6;
  Rank& rank = rank_of(number);
  Repeats& repeats = repeats_[number];
  std::vector<Word> room;
  const auto add_up_to = [&](std::size_t end) {
    for (std::size_t place = 0; place < end;) {
      const Word newest_request = rank.describer.newest_request();
      describe(number, rank, repeats.action_at(place, newest_request, room));
    }
  };
  Rank::Mark before;
  int tries = 0;
  for (std::uint64_t turns = repeats.turns(); turns > 0; turns--) {
    add_up_to(repeats.period_end());
    if (tries > tries_most) continue;
    Rank::Mark now = rank.mark();
    if (tries > 0 && rank.repeat(before, now, turns - 1)) break;
    before = std::move(now);
    tries++;
  }
  add_up_to(repeats.place());
  repeats.stop();
}

void Compressor::describe(std::uint32_t number, Rank& rank, const Action& action) {
  const auto describe = [&](std::uint32_t shape) {
    return rank.describer.describe(number, action, shapes_.steps(shape), options_.losses,
                                   description_);
  };
  std::uint32_t shape = rank.sequence.expected();
  if (shape != Sequence::none && describe(shape)) {
    rank.sequence.add_expected();
  } else {
    shape = shapes_.number_of(shape_of(action));
    const bool has_this_shape = describe(shape);
    SIM_ASSERT(has_this_shape, "an action has its own shape");
    rank.sequence.add(shape, opener_);
  }
  const std::uint8_t slot_count = shapes_.steps(shape).slot_count();
  ValueStream* const streams = rank.streams_of(shape, slot_count);
  const bool keeps_means = options_.losses.mean_volumes;
  for (std::uint8_t slot = 0; slot < slot_count; slot++) {
    if (keeps_means && is_volume(shapes_[shape], slot)) {
      Rank::Volume& volume = rank.volumes[rank.first_stream[shape] + slot];
      volume.sum += to_real(bits_of_real(description_.slots[slot]));
      volume.count++;
    } else {
      streams[slot].add(description_.slots[slot], &rank.store);
    }
  }
  for (const std::span<const Word> list : description_.new_lists) {
    rank.lists.add(static_cast<Word>(list.size()), &rank.store);
    for (const Word word : list) rank.lists.add(word, &rank.store);
  }
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

std::uint64_t Compressor::memory_bytes() const {
  std::uint64_t bytes = chunks_.memory_bytes() + counted_bodies_.memory_bytes() +
                        shapes_.size() * (sizeof(Shape) + sizeof(ShapeSteps));
  for (const std::unique_ptr<Rank>& rank : ranks_) {
    if (rank) bytes += rank->memory_bytes();
  }
  return bytes;
}

TraceParts Compressor::finish() {
  TraceParts parts;
  for (std::uint32_t number = 0; number < ranks_.size(); number++) {
    if (!ranks_[number]) continue;
    if (repeats_[number].is_repeating()) add_repeats(number);
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
