// SPDX-License-Identifier: BSD-3-Clause
//
// From an action to its shape and slots.
#include <algorithm>
#include <cmath>

#include "kernel/error.h"
#include "libsmpi/trace/compress/shape.h"

namespace smpi::trace {
namespace {

// Is the value part of the structure, or a number that may differ in the next turn of a loop? Names
// of what the program made are numbers: it may make them in a loop, too.
How how_to_keep(const Field& field, Word value) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::root:
    case FieldKind::tag:
      return How::plain;
    case FieldKind::flops:
    case FieldKind::seconds:
      return field.presence == Presence::annotation && value == 0 ? How::fixed : How::real;
    case FieldKind::peer:
      return value < 0 ? How::fixed : How::relative;
    case FieldKind::type:
      return value < first_derived_type ? How::fixed : How::plain;
    case FieldKind::operation:
      return value < first_user_operation ? How::fixed : How::plain;
    case FieldKind::communicator:
      return value <= 1 ? How::fixed : How::plain;
    case FieldKind::window:
    case FieldKind::file:
      return value < 0 ? How::fixed : How::plain;
    case FieldKind::new_communicator:
    case FieldKind::new_window:
    case FieldKind::new_file:
      return value < 0 ? How::fixed : How::next;
    case FieldKind::request:
    case FieldKind::message:
      return value == 0 ? How::fixed : How::age;
    case FieldKind::numbers:
    case FieldKind::types:
    case FieldKind::group:
      return value == 0 ? How::fixed : How::list;  // a list without elements is its length
    case FieldKind::requests:
      return value == 0 ? How::fixed : How::ages;
    case FieldKind::flag:
    case FieldKind::text:
    case FieldKind::wildcard:
      return How::fixed;
  }
  return How::fixed;
}

}  // namespace

std::int64_t Describer::number_of_list(std::span<const Word> list, Description& result) {
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
void Describer::describe_ages(std::span<const Word> list, Description& result) {
  std::int64_t first_age = 0;
  const std::size_t from = scratch_.size();
  for (const Word number : list) {
    const std::int64_t age = Numbering::age_of(number, numbering_.request);
    if (first_age == 0) first_age = age;
    scratch_.push_back(
        number == 0 ? 0 : wrapped_sum(wrapped_product(2, wrapped_difference(age, first_age)), 1));
  }
  for (const Word number : list) numbering_.request = std::max(numbering_.request, number);
  result.slots[result.shape.slot_count++] = first_age;
  result.slots[result.shape.slot_count++] =
      number_of_list(std::span<const Word>(scratch_).subspan(from), result);
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

void Describer::describe(std::uint32_t rank, const Action& action, const Losses& losses,
                         Description& result) {
  const std::span<const Field> fields = form_of(action.code).fields;
  SIM_ASSERT(fields.size() <= fields_most, "an action has few fields");
  Shape& shape = result.shape;
  shape.code = action.code;
  shape.strand = action.strand;
  shape.site = action.site;
  shape.how.fill(How::fixed);
  shape.fixed_count = shape.slot_count = 0;
  result.new_lists.clear();
  scratch_.clear();
  scratch_.reserve(action.words.size());  // spans of new lists stay where they are
  const Word* at = action.words.data();
  for (std::size_t i = 0; i < fields.size(); i++) {
    const FieldKind kind = fields[i].kind;
    Word value = *at++;
    const How how = shape.how[i] = how_to_keep(fields[i], value);
    std::span<const Word> list;
    if (is_list(kind)) {
      list = {at, static_cast<std::size_t>(value)};
      at += value;
    }
    switch (how) {
      case How::fixed:
        shape.fixed[shape.fixed_count++] = value;
        break;
      case How::plain:
        if (kind == FieldKind::tag && losses.drops_tags) value = 0;
        result.slots[shape.slot_count++] = value;
        break;
      case How::real:
        if (!std::isfinite(to_real(value))) {
          throw kernel::InputError("a trace has finite numbers only",
                                   {.text = form_of(action.code).keyword});
        }
        if (kind == FieldKind::flops && losses.volume_bits > 0) {
          value = rounded_volume(value, losses.volume_bits);
        }
        result.slots[shape.slot_count++] = word_of_real(value);
        break;
      case How::relative:
        result.slots[shape.slot_count++] = wrapped_difference(value, rank);
        break;
      case How::age: {
        std::int64_t& newest = numbering_.newest(kind);
        result.slots[shape.slot_count++] = Numbering::age_of(value, newest);
        newest = std::max(newest, value);
        break;
      }
      case How::next: {
        std::int64_t& next = numbering_.next(kind);
        result.slots[shape.slot_count++] = wrapped_difference(value, next);
        next = std::max(next, wrapped_sum(value, 1));
        break;
      }
      case How::list:
        if (kind == FieldKind::numbers && losses.mean_counts) list = averaged(list);
        result.slots[shape.slot_count++] = number_of_list(list, result);
        break;
      case How::ages:
        describe_ages(list, result);
        break;
    }
  }
}

}  // namespace smpi::trace
