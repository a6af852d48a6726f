// SPDX-License-Identifier: BSD-3-Clause
//
// Alternatives considered: understanding the shell's language would find files that are put
// together from variables, and would still miss those that a program opens. A word too many costs a
// look for a file.
#include "tools/study/runs/script_programs.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_bytes = 1 << 20;

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The last character of what begins with '$' at `dollar`.
std::size_t end_of_expansion(std::string_view text, std::size_t dollar) {
  std::size_t i = dollar + 1;
  if (i < text.size() && (text[i] == '{' || text[i] == '(')) {
    return std::min(text.find(text[i] == '{' ? '}' : ')', i), text.size() - 1);
  }
  while (i < text.size() && is_of_name(text[i])) ++i;
  return i - 1;
}

// Words that may be paths. An expansion ends a word, so that what follows begins with '/'.
std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_of_name(c) || c == '.' || c == '/' || c == '+' || c == '-') {
      word += c;
      continue;
    }
    words.insert(std::exchange(word, ""));
    if (c == '$') i = end_of_expansion(text, i);
  }
  words.insert(word);
  return words;
}

bool is_program(const fs::path& path) {
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  constexpr fs::perms any = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  return fs::is_regular_file(status) && (status.permissions() & any) != fs::perms::none;
}

}  // namespace

bool is_script(std::string_view content) {
  return content.starts_with("#!") && content.size() <= longest_bytes;
}

std::set<std::string> programs_of_script(const std::string& path, std::string_view content) {
  const fs::path folder = fs::path(path).parent_path();
  std::set<std::string> found;
  const auto add = [&](const fs::path& named) {
    std::error_code none;
    if (!fs::equivalent(named, path, none)) found.insert(named.lexically_normal());
  };
  // Its first line is the interpreter's.
  for (std::string word : words_of(content.substr(std::min(content.find('\n'), content.size())))) {
    if (word.starts_with('/') && is_program(word)) add(word);
    word.erase(0, word.find_first_not_of('/'));
    if (is_program(folder / word)) add(folder / word);
    std::ranges::replace(word, '.', '/');
    std::error_code none;
    const fs::path module = folder / (word + ".py");
    if (fs::is_regular_file(module, none)) add(module);
  }
  return found;
}

}  // namespace smpi::study
