// SPDX-License-Identifier: BSD-3-Clause
//
// What a trace is made of: actions of ranks, in the order of each rank's program.
//
// An action is a number (Code) and 64-bit words. The table of forms says what the words of each
// code mean; readers, writers and the compressor know no more of it, so a new action is a row in a
// table (scripts/trace_actions.py). Level 1 is what SimGrid has, with its meaning (docs/traces.md);
// level 2 has a code for each call of MPI that costs anything.
//
// The words of an action are its fields in the order of the form:
//   number, flag, peer, tag, root, ...  one word
//   flops, seconds                      one word, the bits of a double (to_word, to_real)
//   numbers, requests, types            a word with the length n, then n words
//   text                                one word, an index of Texts
// Optional fields and annotations are always there in memory; forms say which text may leave out.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include <trace/codes.h>

namespace smpi::trace {

using Word = std::int64_t;

inline Word to_word(double real) {
  return std::bit_cast<Word>(real);
}
inline double to_real(Word word) {
  return std::bit_cast<double>(word);
}

enum class FieldKind : std::uint8_t {
  number,
  numbers,
  flag,
  flops,
  seconds,
  text,
  peer,  // a rank of the communicator (level 1: of the world)
  root,  // the same, as all members say it
  tag,
  wildcard,  // which of source and tag the program left open: source 1, tag 2
  type,      // TypeWord
  types,
  operation,         // OperationWord
  communicator,      // 0 world, 1 self, others by rank in the order in which it made them; -1 null
  new_communicator,  // the same, made by this call
  group,             // its members, as world ranks: a list
  window,            // numbers from 0 by rank, in the order in which it made them; -1 null
  new_window,
  file,
  new_file,
  request,  // number of a request by rank, from 1 in the order in which it made them; 0 null
  requests,
  message,  // of a matched probe, numbered like requests
};
inline bool is_list(FieldKind kind) {
  return kind == FieldKind::numbers || kind == FieldKind::types || kind == FieldKind::requests ||
         kind == FieldKind::group;
}
inline bool is_real(FieldKind kind) {
  return kind == FieldKind::flops || kind == FieldKind::seconds;
}

// In text. An annotation is name=value behind the arguments, left out where it is 0.
enum class Presence : std::uint8_t { always, optional, annotation };

struct Field {
  const char* name;
  FieldKind kind;
  Presence presence = Presence::always;
};

struct Form {
  const char* keyword;  // "send"; "@Send"
  int level;
  std::span<const Field> fields;
};

// By code.
std::span<const Form> forms();
inline const Form& form_of(Code code) {
  return forms()[static_cast<std::size_t>(code)];
}

// Types: SimGrid's numbers of predefined ones, -1 for MPI_DATATYPE_NULL, and from
// `first_derived_type` on those that the rank described by Code::note_Type (k counts from 0).
inline constexpr Word first_derived_type = 1000;
// Operations: 0 .. of MPI_MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MAXLOC, MINLOC,
// REPLACE, NO_OP, and from `first_user_operation` on those of Code::note_Op.
inline constexpr Word first_user_operation = 100;
// Peers and roots: nobody, and "I am the root" of an intercommunicator. MPI_UNDEFINED as a colour
// is `nobody`, too.
inline constexpr Word nobody = -1;
inline constexpr Word root_here = -3;
// Wildcards as SimGrid writes them. Level 2 has what matched, and these only if nothing ever did.
inline constexpr Word any_source = -333;
inline constexpr Word any_tag = -444;

// One action; the words belong to whoever made it, and last until its next one.
struct Action {
  Code code{};
  std::uint16_t strand = 0;  // thread of the rank; 0: its main one
  std::uint32_t site = 0;    // where in the program (Sites); 0: not known
  std::span<const Word> words;
};

// Texts that actions name by number.
class Texts {
 public:
  Word number_of(std::string_view text);  // adds it when it is new
  const std::string& text(Word number) const { return texts_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Word> numbers_;
};

// Takes the actions of all ranks; those of one rank come in its order.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void add(std::uint32_t rank, const Action& action) = 0;
};

// Gives the actions of one rank, one after the other.
class Cursor {
 public:
  virtual ~Cursor() = default;
  // False at the end. The action lasts until the next call.
  virtual bool next(Action& action) = 0;
  // Where the last action stands: below 2^45, and what Trace::place() takes.
  virtual std::uint64_t position() const = 0;
};

}  // namespace smpi::trace
