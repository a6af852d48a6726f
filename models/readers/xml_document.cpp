// SPDX-License-Identifier: BSD-3-Clause
//
// Reading, line numbers and lists of problems.
#include "models/readers/xml_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "kernel/file_kind.h"
#include "kernel/read_file.h"

namespace smpi::models {

void Problems::throw_if_any() const {
  if (errors_.empty()) return;
  if (errors_.size() == 1) throw errors_.front();
  std::string message = fmt::format("{} problems in the platform", errors_.size());
  if (is_full())
    message = fmt::format("{} problems in the platform, and maybe more", errors_.size());
  for (const kernel::InputError& error : errors_) message += fmt::format("\n{}", error.what());
  throw kernel::InputError(message);
}

int Element::line() const {
  return file_->line_of(node_.offset_debug());
}

kernel::InputError::Where Element::where() const {
  return {file_->path(), line(), {}, {}};
}

void Element::refuse(std::string message, std::string_view offending, std::string hint) const {
  throw kernel::InputError(std::move(message),
                           {file_->path(), line(), std::string(offending), std::move(hint)});
}

std::uint32_t Element::number(const char* attribute, std::uint32_t otherwise) const {
  if (!has(attribute)) return otherwise;
  const std::string_view digits = text(attribute);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    refuse(fmt::format("attribute {} of <{}> is not a whole number", attribute, tag()), digits);
  }
  return value;
}

XmlFile::XmlFile(std::string path, const Element* included_from) : path_(std::move(path)) {
  kernel::InputError::Where named_at;
  if (included_from != nullptr) named_at = included_from->where();
  named_at.text = path_;
  text_ = kernel::read_file(path_, "the platform file", named_at);
  for (std::size_t at = 0; at < text_.size(); at++) {
    if (text_[at] == '\n') line_ends_.push_back(static_cast<std::uint32_t>(at));
  }
  const std::size_t size = text_.size();
  const pugi::xml_parse_result parsed = document_.load_buffer_inplace(text_.data(), size);
  if (!parsed) {
    const auto at =
        static_cast<std::ptrdiff_t>(std::min(static_cast<std::size_t>(parsed.offset), size));
    throw kernel::InputError(fmt::format("malformed XML: {}", parsed.description()),
                             {path_, line_of(at), {}, {}});
  }
  Problems problems;
  check_format(root(), included_from != nullptr, problems);
  problems.throw_if_any();
}

int XmlFile::line_of(std::ptrdiff_t offset) const {
  const auto end =
      std::lower_bound(line_ends_.begin(), line_ends_.end(),
                       static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(offset, 0)));
  return static_cast<int>(end - line_ends_.begin()) + 1;
}

std::string XmlFile::resolve(std::string_view name) const {
  const std::filesystem::path named(name);
  if (named.is_absolute()) return named;
  const std::filesystem::path beside = std::filesystem::path(path_).parent_path() / named;
  // As the peer does: beside the platform file first, else where the command runs.
  return kernel::is_there(beside) || !kernel::is_there(named) ? beside.string() : named.string();
}

}  // namespace smpi::models
