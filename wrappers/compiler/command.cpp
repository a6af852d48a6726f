// SPDX-License-Identifier: BSD-3-Clause
//
// Reading of the compiler's command line, only as far as needed to know what it does.
#include "wrappers/compiler/command.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace smpi::wrappers {
namespace {

// Options of GCC and Clang whose value is the next word.
constexpr std::array<std::string_view, 32> options_with_value = {
    "-o",        "-x",          "-I",
    "-L",        "-D",          "-U",
    "-A",        "-e",          "-u",
    "-z",        "-T",          "-l",
    "-MF",       "-MT",         "-MQ",
    "-J",        "-include",    "-imacros",
    "-isystem",  "-idirafter",  "-iquote",
    "-isysroot", "-iprefix",    "-iwithprefix",
    "-Xlinker",  "-Xassembler", "-Xpreprocessor",
    "-Xclang",   "--param",     "-aux-info",
    "-wrapper",  "-dumpbase"};

constexpr std::array<std::string_view, 7> compile_only = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-llvm"};
constexpr std::array<std::string_view, 5> link_library = {"-shared", "-r", "-dynamiclib",
                                                          "--shared", "-Wl,-shared"};
constexpr std::array<std::string_view, 4> static_link = {"-static", "--static", "-static-pie",
                                                         "-Wl,-static"};
// Would make a program that cannot be loaded; every program is position-independent.
constexpr std::array<std::string_view, 3> ignored = {"-no-pie", "-nopie", "-pie"};

// With a sanitized libsmpi, programs are sanitized too: what libsmpi writes behind a variable of
// the program is found only then. GCC would link an object with .preinit_array, which shared
// objects cannot have; an empty one of its name is found first (-B). The constructors of the
// program initialise the run-time library just as well.
std::vector<std::string> sanitizer_flags([[maybe_unused]] const Installation& installation) {
#if defined(SMPI_SANITIZE)
  return {"-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
          "-fno-omit-frame-pointer", "-B" + installation.object_directory + "/"};
#else
  return {};
#endif
}

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_clang(const std::vector<std::string>& compiler) {
  return std::any_of(compiler.begin(), compiler.end(), [](const std::string& word) {
    return word.find("clang") != std::string::npos;
  });
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

Command::Command(const Language& language, const Installation& installation,
                 std::vector<std::string> compiler, std::vector<std::string> arguments)
    : language_(language),
      installation_(installation),
      compiler_(std::move(compiler)),
      arguments_(language.accelerator == Accelerator::none
                     ? std::move(arguments)
                     : translate_words(language.accelerator, arguments)) {
  read_arguments();
}

void Command::read_arguments() {
  bool has_input = false;
  bool only_compiles = false;
  bool makes_library = false;
  for (std::size_t i = 0; i < arguments_.size(); i++) {
    const std::string& word = arguments_[i];
    only_compiles = only_compiles || contains(compile_only, word);
    makes_library = makes_library || contains(link_library, word);
    if (contains(static_link, word)) {
      refusal_ = word + " is not possible: programs are loaded as shared objects, once per rank";
    }
    // Libraries alone can make a program too, when main is in an archive.
    has_input = has_input || word == "-" || word[0] != '-' || word.compare(0, 2, "-l") == 0;
    if (contains(options_with_value, word)) i++;
  }
  if (!has_input) {
    stage_ = Stage::nothing;
  } else if (only_compiles) {
    stage_ = Stage::compile;
  } else {
    stage_ = makes_library ? Stage::link_library : Stage::link_program;
  }
}

std::vector<std::string> Command::compile_flags() const {
  std::vector<std::string> flags;
  for (const std::string& directory : include_directories()) flags.push_back("-I" + directory);
  // A frame that does not fit must meet the guard of its stack, not step over it.
  append(flags, {"-fPIC", "-ftls-model=global-dynamic", "-fstack-clash-protection"});
  if (!is_clang(compiler_)) flags.emplace_back("-fno-gnu-unique");
  // With mpif.h, one procedure takes buffers of all types.
  if (language_.is_fortran) flags.emplace_back("-fallow-argument-mismatch");
  if (language_.accelerator != Accelerator::none) {
    append(flags, accelerator_flags(language_.accelerator, installation_.include_directory,
                                    installation_.object_directory));
  }
  return flags;
}

std::vector<std::string> Command::link_flags() const {
  std::vector<std::string> flags = {"-L" + installation_.library_directory,
                                    "-Wl,-rpath," + installation_.library_directory};
  for (const std::string& library : libraries()) flags.push_back("-l" + library);
  return flags;
}

std::vector<std::string> Command::include_directories() const {
  if (!language_.is_fortran) return {installation_.include_directory};
  return {installation_.fortran_directory, installation_.include_directory};
}

std::vector<std::string> Command::libraries() const {
  if (!language_.is_fortran) return {"smpi"};
  return {"smpi_fortran", "smpi"};
}

std::vector<std::string> Command::words(bool as_library) const {
  std::vector<std::string> result = compiler_;
  if (stage_ == Stage::nothing) {
    append(result, arguments_);
    // Where CMake finds the packages that it needs for the language HIP.
    if (language_.accelerator == Accelerator::hip) {
      result.push_back("--rocm-path=" + installation_.object_directory + "/hip");
    }
    return result;
  }
  if (!is_clang(compiler_)) append(result, sanitizer_flags(installation_));
  const bool links_program = stage_ == Stage::link_program;
  for (const std::string& word : arguments_) {
    if (!links_program || !contains(ignored, word)) result.push_back(word);
  }
  append(result, compile_flags());
  if (links_program) {
    result.emplace_back("-pie");
    if (as_library) {
      // A language given with -x would hold for the object too.
      append(result, {"-x", "none", installation_.object_directory + "/interpreter.o",
                      "-Wl,-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"});
    }
  }
  if (stage_ != Stage::compile) append(result, link_flags());
  return result;
}

std::string join(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    const bool quote = word.empty() || word.find_first_of(" \t\"'\\$`") != std::string::npos;
    if (!quote) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char character : word) {
      if (character == '\'') {
        line += "'\\''";
      } else {
        line += character;
      }
    }
    line += '\'';
  }
  return line;
}

}  // namespace smpi::wrappers
