// SPDX-License-Identifier: BSD-3-Clause
//
// A pattern says with whom a rank exchanges messages in an iteration; the rest is common to all:
// all receives, all sends, a wait for all of them, a computation.
#include "tools/packets/generators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/chained_hash.h"
#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "models/network/routing.h"
#include "models/platform/units.h"

namespace smpi::packets {
namespace {

struct Settings {
  std::uint32_t ranks = 0;
  std::uint64_t size_bytes = 131072;
  std::uint64_t iterations = 1;
  Picoseconds compute = 0;
  std::vector<std::uint32_t> grid;
  std::uint64_t seed = 1;
  std::uint32_t count = 1;
};

struct Message {
  RankId peer;
  std::uint64_t size_bytes;
  std::uint32_t tag;
};

// A pattern of a rank and iteration: message number i that it sends, and that it receives.
class Pattern {
 public:
  virtual ~Pattern() = default;
  virtual std::uint32_t send_count(RankId rank) const = 0;
  virtual std::uint32_t receive_count(RankId rank) const { return send_count(rank); }
  virtual Message sent(RankId rank, std::uint64_t iteration, std::uint32_t number) const = 0;
  virtual Message received(RankId rank, std::uint64_t iteration, std::uint32_t number) const = 0;
  // Is it the same in each iteration?
  virtual bool repeats() const { return true; }
};

// Neighbours on a periodic grid. Offset number i, and its opposite, have the same tag.
class Stencil : public Pattern {
 public:
  Stencil(std::vector<std::uint32_t> sizes, std::vector<std::array<int, 3>> offsets,
          std::vector<std::uint64_t> sizes_bytes)
      : sizes_(std::move(sizes)), offsets_(std::move(offsets)), bytes_(std::move(sizes_bytes)) {
    sizes_.resize(3, 1);
  }
  std::uint32_t send_count(RankId) const override {
    return static_cast<std::uint32_t>(offsets_.size());
  }
  Message sent(RankId rank, std::uint64_t, std::uint32_t number) const override {
    return {neighbour(rank, number, 1), bytes_[number], number};
  }
  Message received(RankId rank, std::uint64_t, std::uint32_t number) const override {
    return {neighbour(rank, number, -1), bytes_[number], number};
  }

 private:
  RankId neighbour(RankId rank, std::uint32_t number, int sign) const {
    RankId result = 0;
    RankId stride = 1;
    for (std::size_t dimension = 0; dimension < 3; dimension++) {
      const auto size = static_cast<std::int64_t>(sizes_[dimension]);
      const std::int64_t at = rank / stride % sizes_[dimension];
      const std::int64_t moved = (at + size + sign * offsets_[number][dimension]) % size;
      result += static_cast<RankId>(moved) * stride;
      stride *= sizes_[dimension];
    }
    return result;
  }

  std::vector<std::uint32_t> sizes_;
  std::vector<std::array<int, 3>> offsets_;
  std::vector<std::uint64_t> bytes_;
};

class Ring : public Pattern {
 public:
  explicit Ring(const Settings& settings) : settings_(settings) {}
  std::uint32_t send_count(RankId) const override { return settings_.ranks > 1 ? 1 : 0; }
  Message sent(RankId rank, std::uint64_t, std::uint32_t) const override {
    return {(rank + 1) % settings_.ranks, settings_.size_bytes, 0};
  }
  Message received(RankId rank, std::uint64_t, std::uint32_t) const override {
    return {(rank + settings_.ranks - 1) % settings_.ranks, settings_.size_bytes, 0};
  }

 private:
  Settings settings_;
};

class AllToAll : public Pattern {
 public:
  explicit AllToAll(const Settings& settings) : settings_(settings) {}
  std::uint32_t send_count(RankId) const override { return settings_.ranks - 1; }
  Message sent(RankId rank, std::uint64_t, std::uint32_t number) const override {
    return {(rank + 1 + number) % settings_.ranks, settings_.size_bytes, 0};
  }
  Message received(RankId rank, std::uint64_t, std::uint32_t number) const override {
    return {(rank + settings_.ranks - 1 - number) % settings_.ranks, settings_.size_bytes, 0};
  }

 private:
  Settings settings_;
};

class Incast : public Pattern {
 public:
  explicit Incast(const Settings& settings) : settings_(settings) {}
  std::uint32_t send_count(RankId rank) const override { return rank == 0 ? 0 : 1; }
  std::uint32_t receive_count(RankId rank) const override {
    return rank == 0 ? settings_.ranks - 1 : 0;
  }
  Message sent(RankId, std::uint64_t, std::uint32_t) const override {
    return {0, settings_.size_bytes, 0};
  }
  Message received(RankId, std::uint64_t, std::uint32_t number) const override {
    return {number + 1, settings_.size_bytes, 0};
  }

 private:
  Settings settings_;
};

// Number i of all ranks' messages is a permutation, a rotation of ranks that a hash permutes: so
// everybody knows from whom a message comes. `is_anew`: another one for each message.
class Random : public Pattern {
 public:
  Random(const Settings& settings, bool is_anew) : settings_(settings), is_anew_(is_anew) {
    order_.resize(settings.ranks);
    place_.resize(settings.ranks);
    for (RankId rank = 0; rank < settings.ranks; rank++) order_[rank] = rank;
    kernel::shuffle(order_, kernel::RandomStream(settings.seed, 0));
    for (RankId place = 0; place < settings.ranks; place++) place_[order_[place]] = place;
  }
  std::uint32_t send_count(RankId) const override {
    return settings_.ranks > 1 ? settings_.count : 0;
  }
  Message sent(RankId rank, std::uint64_t iteration, std::uint32_t number) const override {
    return {at(place_[rank] + shift(iteration, number)), settings_.size_bytes, number};
  }
  Message received(RankId rank, std::uint64_t iteration, std::uint32_t number) const override {
    return {at(place_[rank] + settings_.ranks - shift(iteration, number)), settings_.size_bytes,
            number};
  }
  bool repeats() const override { return !is_anew_; }

 private:
  RankId at(std::uint32_t place) const { return order_[place % settings_.ranks]; }
  std::uint32_t shift(std::uint64_t iteration, std::uint32_t number) const {
    const std::uint64_t key[] = {settings_.seed, is_anew_ ? iteration : 0, number};
    return 1 + static_cast<std::uint32_t>(kernel::chained_hash(key) % (settings_.ranks - 1));
  }

  Settings settings_;
  bool is_anew_;
  std::vector<RankId> order_;
  std::vector<std::uint32_t> place_;
};

class Generator : public Workload {
 public:
  Generator(std::string name, const Settings& settings, std::unique_ptr<Pattern> pattern)
      : name_(std::move(name)), settings_(settings), pattern_(std::move(pattern)) {}

  std::uint32_t rank_count() const override { return settings_.ranks; }

  Pull next(RankId rank, Position& position, Step& step) override {
    const std::uint32_t receives = pattern_->receive_count(rank);
    const std::uint32_t all = receives + pattern_->send_count(rank);
    if (position.round == settings_.iterations) return Pull::ended;
    const auto number = static_cast<std::uint32_t>(position.step++);
    if (number < all) {
      const bool is_send = number >= receives;
      const Message message = is_send ? pattern_->sent(rank, position.round, number - receives)
                                      : pattern_->received(rank, position.round, number);
      step = {.kind = is_send ? Step::Kind::send : Step::Kind::receive,
              .peer = message.peer,
              .tag = message.tag,
              .size_bytes = message.size_bytes,
              .operation = number};
      return Pull::step;
    }
    if (number == all) {
      step = {.kind = Step::Kind::await_all};
    } else {
      step = {.kind = Step::Kind::compute, .duration = settings_.compute};
      position.step = 0;
      position.round++;
    }
    return Pull::step;
  }

  std::string place(RankId, const Position& position) const override {
    return fmt::format("{}, iteration {}", name_, position.round);
  }
  std::uint64_t rounds() const override { return pattern_->repeats() ? settings_.iterations : 0; }
  std::uint64_t messages_of_round() const override {
    std::uint64_t count = 0;
    for (RankId rank = 0; rank < settings_.ranks; rank++) count += pattern_->send_count(rank);
    return count;
  }

 private:
  std::string name_;
  Settings settings_;
  std::unique_ptr<Pattern> pattern_;
};

[[noreturn]] void refuse(const std::string& message, std::string_view text, std::string hint) {
  throw kernel::InputError(message, {.text = std::string(text), .hint = std::move(hint)});
}

// The most even factors: each as near the root of what is left as it can be.
std::vector<std::uint32_t> near_cubic(std::uint32_t count, std::size_t dimensions) {
  std::vector<std::uint32_t> sizes;
  for (std::size_t left = dimensions; left > 1; left--) {
    auto size =
        static_cast<std::uint32_t>(std::lround(std::pow(count, 1.0 / static_cast<double>(left))));
    while (count % size != 0) size--;
    sizes.push_back(size);
    count /= size;
  }
  sizes.push_back(count);
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

std::vector<std::uint32_t> grid_of(const Settings& settings, std::size_t dimensions) {
  if (settings.grid.empty()) return near_cubic(settings.ranks, dimensions);
  std::uint64_t product = 1;
  for (const std::uint32_t size : settings.grid) product *= size;
  if (settings.grid.size() != dimensions || product != settings.ranks) {
    refuse("the grid does not fit the ranks", fmt::format("{}", fmt::join(settings.grid, "x")),
           fmt::format("{} sizes whose product is {}", dimensions, settings.ranks));
  }
  return settings.grid;
}

std::unique_ptr<Pattern> make_stencil(const Settings& settings, std::size_t dimensions) {
  std::vector<std::array<int, 3>> offsets;
  for (std::size_t dimension = 0; dimension < dimensions; dimension++) {
    for (const int sign : {1, -1}) {
      std::array<int, 3> offset{};
      offset[dimension] = sign;
      offsets.push_back(offset);
    }
  }
  std::vector<std::uint64_t> bytes(offsets.size(), settings.size_bytes);
  return std::make_unique<Stencil>(grid_of(settings, dimensions), std::move(offsets),
                                   std::move(bytes));
}

// A face of n x n doubles has SIZE, an edge n of them, a corner one.
std::unique_ptr<Pattern> make_halo26(const Settings& settings) {
  const double side = std::sqrt(static_cast<double>(settings.size_bytes) / sizeof(double));
  std::vector<std::array<int, 3>> offsets;
  std::vector<std::uint64_t> bytes;
  for (int place = 0; place < 27; place++) {
    const std::array<int, 3> offset = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
    const auto moved = std::count_if(offset.begin(), offset.end(), [](int x) { return x != 0; });
    if (moved == 0) continue;
    offsets.push_back(offset);
    bytes.push_back(moved == 1   ? settings.size_bytes
                    : moved == 2 ? static_cast<std::uint64_t>(side * sizeof(double))
                                 : sizeof(double));
  }
  return std::make_unique<Stencil>(grid_of(settings, 3), std::move(offsets), std::move(bytes));
}

struct Row {
  std::string_view name;
  std::unique_ptr<Pattern> (*make)(const Settings& settings);
};

template <class Kind>
std::unique_ptr<Pattern> make(const Settings& settings) {
  return std::make_unique<Kind>(settings);
}

constexpr Row rows[] = {
    {"stencil2d", [](const Settings& s) { return make_stencil(s, 2); }},
    {"stencil3d", [](const Settings& s) { return make_stencil(s, 3); }},
    {"halo26", make_halo26},
    {"ring", make<Ring>},
    {"alltoall", make<AllToAll>},
    {"random",
     [](const Settings& s) -> std::unique_ptr<Pattern> {
       return std::make_unique<Random>(s, true);
     }},
    {"permutation",
     [](const Settings& s) -> std::unique_ptr<Pattern> {
       return std::make_unique<Random>(s, false);
     }},
    {"incast", make<Incast>},
};

std::uint64_t number_of(std::string_view key, std::string_view text, std::uint64_t high) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= 1 && number <= high) {
    return number;
  }
  refuse(fmt::format("{} of a pattern is a whole number", key), text,
         fmt::format("from 1 to {}", high));
}

std::vector<std::uint32_t> sizes_of(std::string_view text) {
  std::vector<std::uint32_t> sizes;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('x'), text.size());
    sizes.push_back(static_cast<std::uint32_t>(number_of("grid", text.substr(0, end), 1U << 24)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sizes;
}

void read_setting(Settings& settings, std::string_view key, std::string_view value) {
  constexpr std::uint64_t ranks_max = 1U << 24, iterations_max = 1'000'000'000'000;
  constexpr std::array<std::string_view, 7> known = {"ranks", "size", "iterations", "compute",
                                                     "grid",  "seed", "count"};
  const std::string text(value);
  if (key == "ranks") {
    settings.ranks = static_cast<std::uint32_t>(number_of(key, value, ranks_max));
  } else if (key == "size") {
    const double bytes = models::parse_quantity(text, models::Quantity::size_bytes).value;
    if (!(bytes >= 0 && bytes <= 1e15)) refuse("no message has this size", value, "0 to 1 PB");
    settings.size_bytes = static_cast<std::uint64_t>(bytes);
  } else if (key == "iterations") {
    settings.iterations = number_of(key, value, iterations_max);
  } else if (key == "compute") {
    const double time_s = models::parse_quantity(text, models::Quantity::time_s).value;
    if (!(time_s >= 0 && time_s <= 1e6)) refuse("no computation takes this time", value, "");
    settings.compute = models::packet::to_picoseconds(time_s);
  } else if (key == "grid") {
    settings.grid = sizes_of(value);
  } else if (key == "seed") {
    settings.seed = number_of(key, value, UINT64_MAX);
  } else if (key == "count") {
    settings.count = static_cast<std::uint32_t>(number_of(key, value, 1U << 20));
  } else {
    refuse("a pattern has no such setting", key,
           kernel::did_you_mean(key, known, fmt::format("{}", fmt::join(known, ", "))));
  }
}

Settings read_settings(std::string_view text, std::uint32_t rank_count) {
  Settings settings;
  settings.ranks = rank_count;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view pair = text.substr(0, end);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) {
      refuse("a setting of a pattern is KEY=VALUE", pair, "such as size=128KiB,iterations=3");
    }
    read_setting(settings, pair.substr(0, equals), pair.substr(equals + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return settings;
}

}  // namespace

std::string generator_names() {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::unique_ptr<Workload> make_generator(const std::string& text, std::uint32_t rank_count) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon);
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    names.push_back(row.name);
    if (row.name != name) continue;
    const Settings settings =
        read_settings(std::string_view(text).substr(std::min(colon + 1, text.size())), rank_count);
    if (settings.ranks == 0) refuse("a pattern needs ranks", text, "such as ring:ranks=64");
    return std::make_unique<Generator>(text, settings, row.make(settings));
  }
  refuse("unknown pattern", name, kernel::did_you_mean(name, names, generator_names()));
}

}  // namespace smpi::packets
