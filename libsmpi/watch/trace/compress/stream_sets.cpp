// SPDX-License-Identifier: BSD-3-Clause
//
// Clusters by content and by form are both written, and the shorter one is kept.
#include "libsmpi/watch/trace/compress/stream_sets.h"

#include <algorithm>
#include <map>

#include "libsmpi/watch/trace/compress/rank_list.h"
#include "libsmpi/watch/trace/compress/stream_form.h"

namespace smpi::trace {
namespace {

struct Members {
  std::vector<std::uint32_t> ranks;
  std::vector<const Stream*> streams;
};

void append_ranks(std::string& out, const Members& members, bool is_only) {
  if (!is_only) append_rank_list(out, members.ranks);
}

void append_same(std::string& out, const Members& members, bool is_only) {
  append_ranks(out, members, is_only);
  put_number(out, 0);  // pieces
  const std::string& ops = members.streams[0]->ops;
  put_number(out, 2 * ops.size());
  out += ops;
}

// By content; clusters are in the order of their first ranks.
std::vector<Members> split_by(const Members& all,
                              const std::function<std::string(const Stream&)>& key) {
  std::vector<Members> clusters;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < all.ranks.size(); i++) {
    const auto [at, is_new] = places.try_emplace(key(*all.streams[i]), clusters.size());
    if (is_new) clusters.emplace_back();
    clusters[at->second].ranks.push_back(all.ranks[i]);
    clusters[at->second].streams.push_back(all.streams[i]);
  }
  return clusters;
}

std::string with_form(const Members& members, std::uint32_t rank_count, bool is_only) {
  std::vector<StreamForm> forms;
  for (const Stream* stream : members.streams) forms.push_back(form_of_stream(stream->ops));
  std::string out;
  append_ranks(out, members, is_only);
  put_number(out, 0);  // pieces
  put_number(out, 2 * forms[0].form.size() + 1);
  out += forms[0].form;
  put_number(out, forms[0].numbers.size());
  std::vector<Word> column(forms.size());
  for (std::size_t i = 0; i < forms[0].numbers.size(); i++) {
    for (std::size_t rank = 0; rank < forms.size(); rank++) column[rank] = forms[rank].numbers[i];
    append_rank_function(out, members.ranks, column, rank_count);
  }
  return out;
}

void append_with_pieces(std::string& out, const Members& members, bool is_only,
                        const std::function<std::uint32_t(std::uint32_t)>& chunk_number) {
  append_ranks(out, members, is_only);
  const Stream& stream = *members.streams[0];
  put_number(out, stream.pieces.size());
  for (const OpStore::Piece& piece : stream.pieces) {
    put_number(out, chunk_number(piece.chunk));
    put_number(out, piece.offset_bytes);
    put_number(out, piece.size_bytes);
  }
  put_number(out, 2 * stream.ops.size());
  out += stream.ops;
}

// One text per cluster, for the ranks of a set whose streams have no pieces.
void add_clusters(const Members& members, std::uint32_t rank_count, bool is_only,
                  std::vector<std::string>& texts) {
  const std::vector<Members> equal = split_by(members, [](const Stream& s) { return s.ops; });
  if (equal.size() == 1) {
    append_same(texts.emplace_back(), equal[0], is_only);
    return;
  }
  for (const Members& cluster :
       split_by(members, [](const Stream& s) { return form_of_stream(s.ops).form; })) {
    const std::vector<Members> parts = split_by(cluster, [](const Stream& s) { return s.ops; });
    std::vector<std::string> separate;
    std::size_t separate_bytes = 0;
    const bool is_whole = is_only && cluster.ranks.size() == members.ranks.size();
    if (parts.size() <= std::max<std::size_t>(16, cluster.ranks.size() / 8)) {
      for (const Members& part : parts) {
        append_same(separate.emplace_back(), part, false);
        separate_bytes += separate.back().size();
      }
    }
    if (parts.size() == 1) {
      texts.push_back(std::move(separate[0]));
      continue;
    }
    std::string together = with_form(cluster, rank_count, is_whole);
    if (!separate.empty() && separate_bytes < together.size()) {
      std::move(separate.begin(), separate.end(), std::back_inserter(texts));
    } else {
      texts.push_back(std::move(together));
    }
  }
}

}  // namespace

void append_stream_set(std::string& out, std::span<const std::uint32_t> ranks,
                       std::span<const Stream* const> streams, std::uint32_t rank_count,
                       const std::function<std::uint32_t(std::uint32_t)>& chunk_number) {
  Members plain;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ranks.size(); i++) {
    if (streams[i]->pieces.empty()) {
      plain.ranks.push_back(ranks[i]);
      plain.streams.push_back(streams[i]);
    } else {
      append_with_pieces(texts.emplace_back(), {{ranks[i]}, {streams[i]}}, ranks.size() == 1,
                         chunk_number);
    }
  }
  if (!plain.ranks.empty()) add_clusters(plain, rank_count, texts.empty(), texts);
  put_number(out, texts.size());
  for (const std::string& text : texts) out += text;
}

void StreamSet::read_cluster(ByteReader& reader, std::span<const std::uint32_t> ranks,
                             std::uint32_t rank_count, std::size_t chunk_count, bool is_only) {
  Cluster& cluster = clusters_.emplace_back();
  if (!is_only) cluster.ranks = read_rank_list(reader, rank_count);
  for (std::size_t pieces = reader.count(); pieces > 0; pieces--) {
    OpStore::Piece piece;
    piece.chunk = reader.index(chunk_count);
    piece.offset_bytes = reader.index(std::size_t{1} << 32);
    piece.size_bytes = reader.index(std::size_t{1} << 32);
    cluster.pieces.push_back(piece);
  }
  const std::uint64_t length = reader.number();
  cluster.is_form = (length & 1) != 0;
  cluster.ops = reader.bytes(length >> 1);
  if (!cluster.is_form) return;
  for (std::size_t numbers = reader.count(); numbers > 0; numbers--) {
    cluster.numbers.emplace_back(reader, is_only ? ranks : cluster.ranks, rank_count);
  }
}

StreamSet::StreamSet(ByteReader& reader, std::span<const std::uint32_t> ranks,
                     std::uint32_t rank_count, std::size_t chunk_count) {
  const std::size_t count = reader.count();
  for (std::size_t i = 0; i < count; i++) {
    read_cluster(reader, ranks, rank_count, chunk_count, count == 1);
  }
}

StreamSet::View StreamSet::stream(std::uint32_t rank, std::size_t place, std::string& own) const {
  for (const Cluster& cluster : clusters_) {
    std::size_t at = place;
    if (!cluster.ranks.empty()) {
      const auto found = std::lower_bound(cluster.ranks.begin(), cluster.ranks.end(), rank);
      if (found == cluster.ranks.end() || *found != rank) continue;
      at = static_cast<std::size_t>(found - cluster.ranks.begin());
    }
    if (!cluster.is_form) return {cluster.pieces, cluster.ops};
    std::vector<Word> numbers;
    numbers.reserve(cluster.numbers.size());
    for (const RankFunction& number : cluster.numbers) numbers.push_back(number.value(rank, at));
    own = stream_of_form(cluster.ops, numbers);
    return {cluster.pieces, own};
  }
  throw Damage("a rank has no stream");
}

}  // namespace smpi::trace
