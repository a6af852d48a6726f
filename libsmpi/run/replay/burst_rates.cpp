// SPDX-License-Identifier: BSD-3-Clause
//
// The class of a burst is known when the action behind it is: a cursor holds that one back.
#include "libsmpi/run/replay/burst_rates.h"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/readers/toml_file.h"

namespace smpi::replay {
namespace {

using trace::Action;
using trace::Code;
using trace::Word;

// By the codes after and before which bursts of a class stand; `no_code` at the ends of a rank.
constexpr std::uint32_t no_code = 0xffff;
using Factors = std::unordered_map<std::uint32_t, double>;

std::uint32_t key_of(std::uint32_t after, std::uint32_t before) {
  return after << 16 | before;
}

std::uint32_t code_of(const models::TomlFile& file, const toml::table& burst,
                      std::string_view key) {
  const toml::node& node = file.required(burst, key, "a [[burst]]", "after = \"recv\"");
  const std::string keyword = file.text(node, key);
  if (keyword.empty()) return no_code;
  for (std::size_t code = 0; code < trace::forms().size(); code++) {
    if (keyword == trace::forms()[code].keyword) return static_cast<std::uint32_t>(code);
  }
  file.refuse(node, "no action of traces has this name", keyword,
              "smpi-calibrate rate writes this file");
}

double rate_of(const models::TomlFile& file, const toml::table& table, std::string_view what) {
  const toml::node& node = file.required(table, "rate", what, "rate = 2.1e9");
  const double rate = file.number(node, "rate");
  if (!(rate > 0 && rate < 1e30)) {
    file.refuse(node, "a rate must be positive", "rate", "volume per second, such as 2.1e9");
  }
  return rate;
}

Factors read_factors(const std::string& path) {
  const models::TomlFile file(path);
  constexpr std::array<std::string_view, 3> known = {"version", "rate", "burst"};
  constexpr std::array<std::string_view, 4> known_of_burst = {"after", "before", "rate", "count"};
  file.check_keys(file.root(), known);
  const toml::node& version = file.required(file.root(), "version", "the file", "version = 1");
  file.whole(version, "version", 1, 1);
  const double mean = rate_of(file, file.root(), "the file");
  Factors factors;
  const toml::node* const bursts = file.root().get("burst");
  if (bursts == nullptr) return factors;
  for (const toml::node& node : file.array(*bursts, "burst")) {
    const toml::table& burst = file.table(node, "a [[burst]]");
    file.check_keys(burst, known_of_burst);
    const std::uint32_t key = key_of(code_of(file, burst, "after"), code_of(file, burst, "before"));
    if (!factors.emplace(key, mean / rate_of(file, burst, "a [[burst]]")).second) {
      file.refuse(node, "this class of bursts stands here twice", "[[burst]]",
                  "one for each pair of after and before");
    }
  }
  return factors;
}

class RatedCursor final : public trace::Cursor {
 public:
  RatedCursor(std::unique_ptr<trace::Cursor> inner, const Factors& factors)
      : inner_(std::move(inner)), factors_(factors) {}

  bool next(Action& action) override {
    if (next_burst_ < bursts_.size()) return give_burst(action);
    if (std::exchange(holds_action_, false)) {
      position_ = held_position_;
      after_ = is_end_ ? no_code : code_of(held_);
      action = held_;
      return !is_end_;
    }
    if (!inner_->next(action)) return false;
    if (action.code != Code::ti_compute) {
      position_ = inner_->position();
      after_ = code_of(action);
      return true;
    }
    gather_bursts(action);
    return give_burst(action);
  }

  std::uint64_t position() const override { return position_; }

 private:
  struct Burst {
    std::array<Word, 2> words;
    std::uint16_t strand;
    std::uint32_t site;
    std::uint64_t position;
  };

  static std::uint32_t code_of(const Action& action) {
    return static_cast<std::uint32_t>(action.code);
  }

  // All bursts up to the next call, which is held back.
  void gather_bursts(Action action) {
    bursts_.clear();
    next_burst_ = 0;
    bool is_there = true;
    while (is_there && action.code == Code::ti_compute) {
      bursts_.push_back(
          {{action.words[0], action.words[1]}, action.strand, action.site, inner_->position()});
      is_there = inner_->next(action);
    }
    is_end_ = !is_there;
    holds_action_ = true;
    held_ = action;
    held_position_ = inner_->position();
    const std::uint32_t before = is_end_ ? no_code : code_of(held_);
    const auto found = factors_.find(key_of(after_, before));
    if (found == factors_.end()) return;
    for (Burst& burst : bursts_) {
      burst.words[0] = trace::to_word(trace::to_real(burst.words[0]) * found->second);
    }
  }

  bool give_burst(Action& action) {
    const Burst& burst = bursts_[next_burst_++];
    position_ = burst.position;
    action = {
        .code = Code::ti_compute, .strand = burst.strand, .site = burst.site, .words = burst.words};
    return true;
  }

  std::unique_ptr<trace::Cursor> inner_;
  const Factors& factors_;
  std::uint32_t after_ = no_code;
  std::vector<Burst> bursts_;
  std::size_t next_burst_ = 0;
  Action held_;
  std::uint64_t held_position_ = 0;
  bool holds_action_ = false;
  bool is_end_ = false;
  std::uint64_t position_ = 0;
};

class RatedTrace final : public trace::Trace {
 public:
  RatedTrace(std::unique_ptr<trace::Trace> inner, Factors factors)
      : inner_(std::move(inner)), factors_(std::move(factors)) {}

  std::uint32_t rank_count() const override { return inner_->rank_count(); }
  std::uint64_t action_count() const override { return inner_->action_count(); }
  std::unique_ptr<trace::Cursor> cursor(std::uint32_t rank) override {
    return std::make_unique<RatedCursor>(inner_->cursor(rank), factors_);
  }
  const trace::Texts& texts() const override { return inner_->texts(); }
  std::string place(std::uint32_t rank, std::uint64_t position) const override {
    return inner_->place(rank, position);
  }
  const std::vector<std::string>& warnings() const override { return inner_->warnings(); }

 private:
  std::unique_ptr<trace::Trace> inner_;
  Factors factors_;
};

}  // namespace

std::unique_ptr<trace::Trace> with_rates(std::unique_ptr<trace::Trace> trace,
                                         const std::string& file) {
  return std::make_unique<RatedTrace>(std::move(trace), read_factors(file));
}

}  // namespace smpi::replay
