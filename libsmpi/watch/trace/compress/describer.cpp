// SPDX-License-Identifier: BSD-3-Clause
//
// From an action to its shape and slots.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/shape.h"

namespace smpi::trace {
namespace {

// Names of what the program made are numbers, not structure: it may make them in a loop, too.
struct Keeping {
  How how;
  Word least;  // values below it are part of the structure
};
constexpr Word always = std::numeric_limits<Word>::min();

Keeping keeping_of(const Field& field) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::root:
    case FieldKind::tag:
      return {How::plain, always};
    case FieldKind::flops:
    case FieldKind::seconds:
      return {How::real, field.presence == Presence::annotation ? 1 : always};
    case FieldKind::peer:
      return {How::relative, 0};
    case FieldKind::type:
      return {How::plain, first_derived_type};
    case FieldKind::operation:
      return {How::plain, first_user_operation};
    case FieldKind::communicator:
      return {How::plain, 2};
    case FieldKind::window:
    case FieldKind::file:
      return {How::plain, 0};
    case FieldKind::new_communicator:
    case FieldKind::new_window:
    case FieldKind::new_file:
      return {How::next, 0};
    case FieldKind::request:
    case FieldKind::message:
      return {How::age, 1};
    case FieldKind::numbers:
    case FieldKind::types:
    case FieldKind::group:
      return {How::list, 1};  // a list without elements is its length
    case FieldKind::requests:
      return {How::ages, 1};
    case FieldKind::flag:
    case FieldKind::text:
    case FieldKind::wildcard:
      return {How::fixed, always};
  }
  return {How::fixed, always};
}

Word finite(const Action& action, Word bits) {
  if (std::isfinite(to_real(bits))) return bits;
  throw kernel::InputError("a trace has finite numbers only",
                           {.text = form_of(action.code).keyword});
}

}  // namespace

std::int64_t Describer::number_of_list(std::span<const Word> list, Description& result) {
  if (std::ssize(list) > list_words_most) {
    throw kernel::InputError("a compressed trace has no list as long as one of this call",
                             {.text = std::to_string(list.size()),
                              .hint = "at most " + std::to_string(list_words_most) + " numbers"});
  }
  bool is_new = false;
  const std::uint64_t number = lists_.number_of(list, is_new);
  if (is_new) result.new_lists.push_back(list);
  return static_cast<std::int64_t>(number);
}

// All elements the rounded mean, so that load-balanced exchanges look alike.
std::span<const Word> Describer::averaged(std::span<const Word> counts) {
  Word sum = 0;
  for (const Word count : counts) sum += count;
  const auto size = static_cast<Word>(counts.size());
  const std::size_t from = scratch_.size();
  scratch_.resize(from + counts.size(), (sum + size / 2) / size);
  return std::span<const Word>(scratch_).subspan(from);
}

// Distances are odd, so that null stays 0.
std::int64_t* Describer::describe_ages(std::span<const Word> list, std::int64_t* slot,
                                       Description& result) {
  std::int64_t first_age = 0;
  const std::size_t from = scratch_.size();
  for (const Word number : list) {
    const std::int64_t age = Numbering::age_of(number, numbering_.request);
    if (first_age == 0) first_age = age;
    scratch_.push_back(
        number == 0 ? 0 : wrapped_sum(wrapped_product(2, wrapped_difference(age, first_age)), 1));
  }
  for (const Word number : list) numbering_.request = std::max(numbering_.request, number);
  *slot++ = first_age;
  *slot++ = number_of_list(std::span<const Word>(scratch_).subspan(from), result);
  return slot;
}

Word Describer::kept_volume(const Action& action, Word bits, const Losses& losses) {
  finite(action, bits);
  return losses.volume_bits > 0 ? rounded_volume(bits, losses.volume_bits) : bits;
}

Word Describer::rounded_volume(Word bits, int kept_bits) {
  const double wanted = to_real(bits) + carried_flops_;
  if (wanted <= 0) return bits;
  int exponent = 0;
  const double fraction = std::frexp(wanted, &exponent);
  const double rounded =
      std::ldexp(std::nearbyint(std::ldexp(fraction, kept_bits)), exponent - kept_bits);
  carried_flops_ = wanted - rounded;
  return to_word(rounded);
}

Shape shape_of(const Action& action) {
  const std::span<const Field> fields = form_of(action.code).fields;
  SIM_ASSERT(fields.size() <= fields_most, "an action has few fields");
  Shape shape{.code = action.code, .strand = action.strand, .site = action.site};
  const Word* at = action.words.data();
  for (std::size_t i = 0; i < fields.size(); i++) {
    const Word value = *at++;
    if (is_list(fields[i].kind)) at += value;
    const Keeping keeping = keeping_of(fields[i]);
    if (value >= keeping.least) shape.how[i] = keeping.how;
    if (shape.how[i] == How::fixed) {
      shape.fixed[shape.fixed_count++] = value;
    } else {
      shape.slot_count += shape.how[i] == How::ages ? 2 : 1;
    }
  }
  return shape;
}

ShapeSteps::ShapeSteps(const Shape& shape)
    : code_(shape.code),
      strand_(shape.strand),
      site_(shape.site),
      field_count_(static_cast<std::uint8_t>(form_of(shape.code).fields.size())),
      slot_count_(shape.slot_count) {
  const std::span<const Field> fields = form_of(shape.code).fields;
  const Word* fixed = shape.fixed.data();
  for (std::uint8_t i = 0; i < field_count_; i++) {
    const Word least = keeping_of(fields[i]).least;
    if (shape.how[i] == How::fixed) {
      checks_.push_back({.field = i, .is_least = false, .value = *fixed++});
    } else {
      slots_.push_back({.field = i, .how = shape.how[i], .kind = fields[i].kind});
      if (least != always) checks_.push_back({.field = i, .is_least = true, .value = least});
    }
    if (is_list(fields[i].kind)) lists_ |= 1U << i;
  }
}

bool Describer::describe(std::uint32_t rank, const Action& action, const ShapeSteps& steps,
                         const Losses& losses, Description& result) {
  if (action.code != steps.code_ || action.site != steps.site_ || action.strand != steps.strand_) {
    return false;
  }
  // The fields, or their lengths if they are lists.
  const Word* fields = action.words.data();
  Word first_words[fields_most];
  const Word* lists[fields_most];
  result.new_lists.clear();
  if (steps.lists_ != 0) {
    const Word* at = fields;
    for (std::size_t i = 0; i < steps.field_count_; i++) {
      first_words[i] = *at++;
      lists[i] = at;
      if ((steps.lists_ >> i & 1) != 0) at += first_words[i];
    }
    fields = first_words;
    scratch_.clear();
    scratch_.reserve(action.words.size());  // spans of new lists stay where they are
  }
  for (const ShapeSteps::Check& check : steps.checks_) {
    const Word word = fields[check.field];
    if (check.is_least ? word < check.value : word != check.value) return false;
  }
  const auto list_of = [&](const ShapeSteps::Slot& slot) {
    return std::span<const Word>(lists[slot.field], static_cast<std::size_t>(fields[slot.field]));
  };
  std::int64_t* slot = result.slots.data();
  for (const ShapeSteps::Slot& step : steps.slots_) {
    const Word value = fields[step.field];
    switch (step.how) {
      case How::fixed:
        break;
      case How::plain:
        *slot++ = losses.drops_tags && step.kind == FieldKind::tag ? 0 : value;
        break;
      case How::relative:
        *slot++ = wrapped_difference(value, rank);
        break;
      case How::real:
        *slot++ = word_of_real(step.kind == FieldKind::flops ? kept_volume(action, value, losses)
                                                             : finite(action, value));
        break;
      case How::age: {
        std::int64_t& newest = numbering_.newest(step.kind);
        *slot++ = Numbering::age_of(value, newest);
        newest = std::max(newest, value);
        break;
      }
      case How::next: {
        std::int64_t& next = numbering_.next(step.kind);
        *slot++ = wrapped_difference(value, next);
        next = std::max(next, wrapped_sum(value, 1));
        break;
      }
      case How::list: {
        const bool is_averaged = step.kind == FieldKind::numbers && losses.mean_counts;
        *slot++ = number_of_list(is_averaged ? averaged(list_of(step)) : list_of(step), result);
        break;
      }
      case How::ages:
        slot = describe_ages(list_of(step), slot, result);
        break;
    }
  }
  return true;
}

}  // namespace smpi::trace
