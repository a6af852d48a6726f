// SPDX-License-Identifier: BSD-3-Clause
//
// getopt, getopt_long and getopt_long_only on the state of the running rank.
//
// libc's hide their place in "-abc" and in the permutation of the arguments in static variables,
// which ranks that block in the middle of their option loop would share. Neither form with a
// state argument is exported, so this is an implementation of POSIX 12.2 and of the GNU extensions
// as getopt(3) describes them: optional arguments "x::", "--name", unique abbreviations, "+" and
// "-" in front of the options, ":" for silence, POSIXLY_CORRECT.
//
//   argv[0] ... [first_nonoption, last_nonoption) skipped non-options ... argv[optind] the next
#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

enum class Order { permute, require_order, return_in_order };

// One call: the arguments of the caller, the rank's variables and where the last call stopped.
struct Parser {
  int argc;
  char** argv;
  const char* options;
  const option* long_options;
  int* long_index;
  bool long_only;
  LibcVariables& variables;
  GetoptProgress& progress;
  Order order = Order::permute;
  bool silent = false;         // the caller wants ':' and no message
  bool missing_colon = false;  // options start with ':'

  int& index() const { return *variables.optind; }
  char*& argument() const { return *variables.optarg; }
  bool prints() const { return *variables.opterr != 0 && !missing_colon; }

  void read_prefix();
  void start();
  bool is_nonoption(const char* word) const { return word[0] != '-' || word[1] == '\0'; }
  void move_nonoptions();
  int next();
  int next_word();
  int short_option();
  const option* find_long(const char* name, std::size_t length, bool& ambiguous) const;
  int long_option(const char* name, const char* dashes);
  int unknown(int character, const char* format, const char* text) const;
};

void Parser::read_prefix() {
  if (options[0] == '-') {
    order = Order::return_in_order;
    options++;
  } else if (options[0] == '+') {
    order = Order::require_order;
    options++;
  } else if (getenv("POSIXLY_CORRECT") != nullptr) {
    order = Order::require_order;
  }
  missing_colon = options[0] == ':';
}

// optind 0 asks to start anew, as glibc documents.
void Parser::start() {
  if (progress.started && index() != 0) return;
  if (index() == 0) index() = 1;
  progress = GetoptProgress{
      .next = nullptr, .first_nonoption = index(), .last_nonoption = index(), .started = true};
}

// Brings the options seen since the last call in front of the skipped non-options.
void Parser::move_nonoptions() {
  std::rotate(argv + progress.first_nonoption, argv + progress.last_nonoption, argv + index());
  progress.first_nonoption += index() - progress.last_nonoption;
  progress.last_nonoption = index();
}

int Parser::unknown(int character, const char* format, const char* text) const {
  if (prints()) {
    std::fprintf(stderr, "%s: ", argv[0]);
    std::fprintf(stderr, format, text);
    std::fputc('\n', stderr);
  }
  *variables.optopt = character;
  return '?';
}

// Finds the word of the next option, or says that there is none (-1) or a non-option (1).
int Parser::next_word() {
  progress.last_nonoption = std::min(progress.last_nonoption, index());
  progress.first_nonoption = std::min(progress.first_nonoption, index());
  if (order == Order::permute) {
    if (progress.first_nonoption != progress.last_nonoption && progress.last_nonoption != index()) {
      move_nonoptions();
    } else if (progress.last_nonoption != index()) {
      progress.first_nonoption = index();
    }
    while (index() < argc && is_nonoption(argv[index()])) index()++;
    progress.last_nonoption = index();
  }
  if (index() < argc && std::strcmp(argv[index()], "--") == 0) {
    index()++;
    if (progress.first_nonoption != progress.last_nonoption && progress.last_nonoption != index()) {
      move_nonoptions();
    } else if (progress.first_nonoption == progress.last_nonoption) {
      progress.first_nonoption = index();
    }
    progress.last_nonoption = argc;
    index() = argc;
  }
  if (index() >= argc) {
    if (progress.first_nonoption != progress.last_nonoption) index() = progress.first_nonoption;
    return -1;
  }
  if (!is_nonoption(argv[index()])) return 0;
  if (order == Order::require_order) return -1;
  argument() = argv[index()++];
  return 1;
}

int Parser::next() {
  if (argc < 1) return -1;
  read_prefix();
  start();
  argument() = nullptr;
  if (progress.next != nullptr && *progress.next != '\0') return short_option();
  const int found = next_word();
  if (found != 0) return found;
  char* word = argv[index()];
  if (long_options != nullptr) {
    if (word[1] == '-') return long_option(word + 2, "--");
    // "-f" is the short option f when there is one, although it may abbreviate a long one.
    const bool is_short = word[2] == '\0' && std::strchr(options, word[1]) != nullptr;
    if (long_only && !is_short) {
      bool ambiguous = false;
      const option* match = find_long(word + 1, std::strcspn(word + 1, "="), ambiguous);
      const bool could_be_short = word[1] != ':' && std::strchr(options, word[1]) != nullptr;
      if (match != nullptr || ambiguous || !could_be_short) return long_option(word + 1, "-");
    }
  }
  progress.next = word + 1;
  return short_option();
}

// An exact match, or the only one that `name` abbreviates; several with one meaning are one.
const option* Parser::find_long(const char* name, std::size_t length, bool& ambiguous) const {
  const option* found = nullptr;
  ambiguous = false;
  for (const option* candidate = long_options; candidate->name != nullptr; candidate++) {
    if (std::strncmp(candidate->name, name, length) != 0) continue;
    if (std::strlen(candidate->name) == length) {
      ambiguous = false;
      return candidate;
    }
    if (found == nullptr) {
      found = candidate;
    } else if (long_only || found->has_arg != candidate->has_arg ||
               found->flag != candidate->flag || found->val != candidate->val) {
      ambiguous = true;
    }
  }
  return ambiguous ? nullptr : found;
}

int Parser::long_option(const char* name, const char* dashes) {
  const std::size_t length = std::strcspn(name, "=");
  bool ambiguous = false;
  const option* match = find_long(name, length, ambiguous);
  const std::string text = std::string(dashes).append(name, length);
  index()++;
  progress.next = nullptr;
  if (ambiguous) return unknown(0, "option '%s' is ambiguous", text.c_str());
  if (match == nullptr) return unknown(0, "unrecognized option '%s'", text.c_str());
  const std::string full = std::string(dashes).append(match->name);
  if (name[length] == '=') {
    if (match->has_arg == no_argument) {
      return unknown(match->val, "option '%s' doesn't allow an argument", full.c_str());
    }
    argument() = const_cast<char*>(name) + length + 1;
  } else if (match->has_arg == required_argument) {
    if (index() >= argc) {
      unknown(match->val, "option '%s' requires an argument", full.c_str());
      return missing_colon ? ':' : '?';
    }
    argument() = argv[index()++];
  }
  if (long_index != nullptr) *long_index = static_cast<int>(match - long_options);
  if (match->flag == nullptr) return match->val;
  *match->flag = match->val;
  return 0;
}

int Parser::short_option() {
  const char character = *progress.next++;
  const char* entry =
      character == ':' || character == ';' ? nullptr : std::strchr(options, character);
  const bool last = *progress.next == '\0';
  const char text[2] = {character, '\0'};
  if (entry == nullptr) {
    if (last) index()++;
    return unknown(character, "invalid option -- '%s'", text);
  }
  const bool long_by_w = entry[0] == 'W' && entry[1] == ';' && long_options != nullptr;
  if (entry[1] != ':' && !long_by_w) {
    if (last) index()++;
    return character;
  }
  index()++;
  if (!last) {
    argument() = progress.next;
  } else if (long_by_w || entry[2] != ':') {
    if (index() >= argc) {
      progress.next = nullptr;
      unknown(character, "option requires an argument -- '%s'", text);
      return missing_colon ? ':' : '?';
    }
    argument() = argv[index()++];
  }
  progress.next = nullptr;
  if (!long_by_w) return character;
  index()--;  // long_option() steps over the word
  return long_option(argument(), "-W ");
}

// Code of a library that is not private to the rank reads libc's variables: they follow.
int parse(int argc, char* const* argv, const char* options, const option* long_options,
          int* long_index, bool long_only, LibcState& state) {
  Parser parser{.argc = argc,
                .argv = const_cast<char**>(argv),
                .options = options,
                .long_options = long_options,
                .long_index = long_index,
                .long_only = long_only,
                .variables = state.variables,
                .progress = state.getopt};
  const int result = parser.next();
  ::optind = *state.variables.optind;
  ::optarg = *state.variables.optarg;
  ::optopt = *state.variables.optopt;
  return result;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC int getopt(int argc, char* const* argv, const char* options) noexcept {
  static auto* const next = next_function<int(int, char* const*, const char*)>("getopt");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(argc, argv, options);
  return smpi::load::parse(argc, argv, options, nullptr, nullptr, false, *state);
}

// What <unistd.h> calls when the program asked for POSIX behaviour.
SMPI_REPLACES_LIBC int __posix_getopt(int argc, char* const* argv, const char* options) noexcept {
  static auto* const next = next_function<int(int, char* const*, const char*)>("__posix_getopt");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(argc, argv, options);
  std::string ordered(options);
  if (options[0] != '+') ordered.insert(0, 1, '+');
  return smpi::load::parse(argc, argv, ordered.c_str(), nullptr, nullptr, false, *state);
}

SMPI_REPLACES_LIBC int getopt_long(int argc, char* const* argv, const char* options,
                                   const option* long_options, int* long_index) noexcept {
  static auto* const next =
      next_function<int(int, char* const*, const char*, const option*, int*)>("getopt_long");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(argc, argv, options, long_options, long_index);
  return smpi::load::parse(argc, argv, options, long_options, long_index, false, *state);
}

SMPI_REPLACES_LIBC int getopt_long_only(int argc, char* const* argv, const char* options,
                                        const option* long_options, int* long_index) noexcept {
  static auto* const next =
      next_function<int(int, char* const*, const char*, const option*, int*)>("getopt_long_only");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(argc, argv, options, long_options, long_index);
  return smpi::load::parse(argc, argv, options, long_options, long_index, true, *state);
}
