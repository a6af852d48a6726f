// SPDX-License-Identifier: BSD-3-Clause
//
// Splits an action into a shape, which is the same each time that the program comes by, and slots,
// whose numbers may differ. The shape is the action's code, thread and place in the program, and of
// each field either how its slot is made or, where it is part of the structure, its value.
//
//   send dst=4 tag=7 count=1000 type=0   by rank 3
//   shape  send (relative, plain, plain, fixed 0)     slots  +1, 7, 1000
//
// Slots hold what stays the same when a loop turns and when another rank does the same:
//   peers              relative to the rank
//   requests           age: the newest is 1, the one that this call makes is -1
//   new communicators  distance from the next number; windows and files the same way
//   lists              number of a list that the rank had before, or of a new one
//   lists of requests  age of the first, and a list of distances from it
// Everything here is exact: Describer and Rebuilder are each other's inverse.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {

enum class How : std::uint8_t {
  fixed,     // in the shape
  plain,     // the number
  real,      // bits of a double; whole numbers as numbers
  relative,  // minus the rank
  age,       // of a request or message
  next,      // minus the number that is due
  list,
  ages,  // two slots
};

inline constexpr std::size_t fields_most = 16;
inline constexpr std::size_t slots_most = 2 * fields_most;

struct Shape {
  Code code{};
  std::uint16_t strand = 0;
  std::uint32_t site = 0;
  std::array<How, fields_most> how{};
  std::uint8_t fixed_count = 0;
  std::uint8_t slot_count = 0;
  std::array<Word, fields_most> fixed{};  // values of the fixed fields, in their order

  bool operator==(const Shape& other) const;
  std::uint64_t hash() const;
};

Shape shape_of(const Action& action);

// A shape as Describer goes through its fields, for each action that has it.
class ShapeSteps {
 public:
  explicit ShapeSteps(const Shape& shape);
  std::uint8_t slot_count() const { return slot_count_; }

 private:
  friend class Describer;
  // Fields that must have a value of the shape, or at least the one that makes them a slot.
  struct Check {
    std::uint32_t field;
    bool is_least;
    Word value;
  };
  struct Slot {
    std::uint8_t field;
    How how;
    FieldKind kind;
  };

  Code code_;
  std::uint16_t strand_;
  std::uint32_t site_;
  std::uint8_t field_count_;
  std::uint8_t slot_count_;
  std::uint32_t lists_ = 0;  // a bit for each field that is one
  std::vector<Check> checks_;
  std::vector<Slot> slots_;
};

// Shapes by number, each once.
class ShapeTable {
 public:
  std::uint32_t number_of(const Shape& shape);
  const Shape& operator[](std::uint32_t number) const { return shapes_[number]; }
  const ShapeSteps& steps(std::uint32_t number) const { return steps_[number]; }
  std::size_t size() const { return shapes_.size(); }

 private:
  void grow();
  std::vector<Shape> shapes_;
  std::vector<ShapeSteps> steps_;
  std::vector<std::uint32_t> places_;  // number + 1, by hash
};

// Numbers that a rank gives to what it makes, as far as its actions say.
struct Numbering {
  std::int64_t request = 0;  // newest
  std::int64_t message = 0;
  std::int64_t communicator = 2;  // next
  std::int64_t window = 0;
  std::int64_t file = 0;

  std::int64_t& newest(FieldKind kind) { return kind == FieldKind::message ? message : request; }
  std::int64_t& next(FieldKind kind) {
    if (kind == FieldKind::new_window) return window;
    return kind == FieldKind::new_file ? file : communicator;
  }
  // Both ways between a request's number and its age; null is 0.
  static std::int64_t age_of(std::int64_t number, std::int64_t newest) {
    if (number == 0) return 0;
    const std::int64_t behind = wrapped_difference(newest, number);
    return number > newest ? behind : wrapped_sum(behind, 1);
  }
  static std::int64_t number_of(std::int64_t age, std::int64_t newest) {
    if (age == 0) return 0;
    const std::int64_t number = wrapped_difference(newest, age);
    return age < 0 ? number : wrapped_sum(number, 1);
  }
};

// Doubles as numbers of few bytes: whole ones below 2^52 as themselves, others as their bits, which
// are no such numbers. Throws Damage for what is not finite.
std::int64_t word_of_real(Word bits);
Word bits_of_real(std::int64_t word);

// Words of one list. No call has as many requests or counts; a damaged file may say 2^60, and the
// values go on for as long, as they are loops.
constexpr std::int64_t list_words_most = std::int64_t{1} << 24;

// The lists that a rank had: the number of a list, and back. Lists are remembered up to
// `words_most` in all, so memory is bounded; later ones get new numbers each time.
class ListTable {
 public:
  // Is it a list that was not there before?
  std::uint64_t number_of(std::span<const Word> list, bool& is_new);
  std::uint64_t count() const { return count_; }
  static constexpr std::size_t words_most = 16 << 10;

 private:
  struct Place {
    std::uint64_t hash;
    std::uint32_t offset;
    std::uint32_t size;
  };
  std::vector<Word> words_;
  std::vector<Place> places_;           // by number
  std::vector<std::uint32_t> by_hash_;  // number + 1
  std::uint64_t count_ = 0;
};

struct Description {
  std::array<std::int64_t, slots_most> slots;
  // Lists that are new: the caller writes them down. They last until the next description.
  std::vector<std::span<const Word>> new_lists;
};

// What may be lost; nothing unless asked for.
struct Losses {
  int volume_bits = 0;        // of the mantissa of flops that are kept; 0: all
  bool mean_volumes = false;  // the mean per shape takes the place of flops
  bool mean_counts = false;   // lists of counts become their mean
  bool drops_tags = false;

  bool any() const { return volume_bits > 0 || mean_volumes || mean_counts || drops_tags; }
};

// One per rank.
class Describer {
 public:
  // False: the action has another shape, and nothing happened. Throws kernel::InputError for
  // numbers that are not finite.
  bool describe(std::uint32_t rank, const Action& action, const ShapeSteps& steps,
                const Losses& losses, Description& result);
  std::int64_t newest_request() const { return numbering_.request; }
  std::uint64_t list_count() const { return lists_.count(); }
  // Requests that were made without being described.
  void skip_requests(std::int64_t count) { numbering_.request += count; }

 private:
  std::int64_t number_of_list(std::span<const Word> list, Description& result);
  std::int64_t* describe_ages(std::span<const Word> list, std::int64_t* slot, Description& result);
  std::span<const Word> averaged(std::span<const Word> counts);
  Word kept_volume(const Action& action, Word bits, const Losses& losses);
  Word rounded_volume(Word bits, int kept_bits);

  Numbering numbering_;
  ListTable lists_;
  std::vector<Word> scratch_;
  double carried_flops_ = 0;  // what rounding has left out so far
};

}  // namespace smpi::trace
