// SPDX-License-Identifier: BSD-3-Clause
//
// A scanner that knows comments, literals and brackets, and a virtual file system for clang.
#include "wrappers/compiler/launch_syntax.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "wrappers/compiler/accelerator.h"

namespace smpi::wrappers {
namespace {

constexpr std::string_view opening = "<<<";
constexpr std::string_view closing = ">>>";
constexpr int shape_count = 2;  // grid and block come first

bool starts(const std::string& text, std::size_t at, std::string_view word) {
  return text.compare(at, word.size(), word) == 0;
}

// The place behind a comment or a literal that begins at `at`; `at` when none does.
std::size_t skip(const std::string& text, std::size_t at) {
  const auto behind = [&](std::size_t found, std::size_t length) {
    return found == std::string::npos ? text.size() : found + length;
  };
  if (starts(text, at, "//")) return behind(text.find('\n', at), 0);
  if (starts(text, at, "/*")) return behind(text.find("*/", at + 2), 2);
  // A quote between digits separates thousands.
  const bool is_separator =
      text[at] == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
  if ((text[at] != '"' && text[at] != '\'') || is_separator) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

// Appends a launch from its `<<<` on, and returns the place of its `>>>`.
std::size_t append_launch(const std::string& text, std::size_t at, std::string& result) {
  result += opening;
  at += opening.size();
  int depth = 0;
  int argument = 0;
  bool is_first = true;  // of the argument
  while (at < text.size()) {
    if (const std::size_t end = skip(text, at); end != at) {
      result.append(text, at, end - at);
      at = end;
      continue;
    }
    const char character = text[at];
    // A statement that ends was no launch.
    if (depth == 0 && (character == ';' || starts(text, at, closing))) break;
    if (depth == 0 && is_first && character == '{' && argument < shape_count) result += "dim3";
    if (std::isspace(static_cast<unsigned char>(character)) == 0) is_first = false;
    if (character == '(' || character == '[' || character == '{') depth++;
    if (character == ')' || character == ']' || character == '}') depth--;
    if (depth == 0 && character == ',') {
      argument++;
      is_first = true;
    }
    result += character;
    at++;
  }
  return at;
}

// A file without a name, which processes that this one becomes or starts can read.
std::string file_of(const std::string& text) {
  const int descriptor = memfd_create("smpi-source", 0);
  if (descriptor < 0) return {};
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t now = write(descriptor, text.data() + written, text.size() - written);
    if (now <= 0) return {};
    written += static_cast<std::size_t>(now);
  }
  return "/proc/self/fd/" + std::to_string(descriptor);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result + '"';
}

}  // namespace

std::string with_named_shapes(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (starts(text, at, opening)) {
      at = append_launch(text, at, result);
      continue;
    }
    const std::size_t end = std::max(skip(text, at), at + 1);
    result.append(text, at, end - at);
    at = end;
  }
  return result;
}

std::vector<std::string> overlay_of_sources(const std::vector<std::string>& words) {
  std::string entries;
  for (const std::string& word : words) {
    if (!is_source(word)) continue;
    std::ifstream file(word, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    const std::string changed = with_named_shapes(content.str());
    if (!file || changed == content.str()) continue;
    std::error_code error;
    const std::string name = std::filesystem::absolute(word, error).lexically_normal().string();
    const std::string contents = file_of(changed);
    if (error || contents.empty()) continue;  // clang says what it does not take
    if (!entries.empty()) entries += ", ";
    entries += "{\"type\": \"file\", \"name\": " + quoted(name) +
               ", \"external-contents\": " + quoted(contents) + "}";
  }
  if (entries.empty()) return {};
  const std::string overlay =
      file_of("{\"version\": 0, \"use-external-names\": false, \"roots\": [" + entries + "]}");
  if (overlay.empty()) return {};
  return {"-ivfsoverlay", overlay};
}

}  // namespace smpi::wrappers
