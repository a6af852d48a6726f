// SPDX-License-Identifier: BSD-3-Clause
//
// A platform file as a checked tree of elements that know where they stand.
//
// pugixml keeps the byte offset of an element; the line is found among the offsets of the line
// ends only when a message needs it. All unknown tags, unknown attributes and missing attributes
// of a file are reported at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/units.h"

namespace smpi::models {

// Collects problems, so that a user sees them together.
class Problems {
 public:
  void add(const kernel::InputError& error) { errors_.push_back(error); }
  bool empty() const { return errors_.empty(); }
  bool is_full() const { return errors_.size() >= shown_max; }
  // Throws the only one as it is, or one that lists them all.
  void throw_if_any() const;

 private:
  static constexpr std::size_t shown_max = 10;
  std::vector<kernel::InputError> errors_;
};

class XmlFile;

// An element of a file. Cheap to copy; valid as long as the file.
class Element {
 public:
  Element(const XmlFile& file, pugi::xml_node node) : file_(&file), node_(node) {}

  std::string_view tag() const { return node_.name(); }
  pugi::xml_node node() const { return node_; }
  const XmlFile& file() const { return *file_; }
  kernel::InputError::Where where() const;
  int line() const;

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  // The attribute's text, or `otherwise` when it is not there.
  std::string_view text(const char* attribute, std::string_view otherwise = {}) const {
    const pugi::xml_attribute found = node_.attribute(attribute);
    return found.empty() ? otherwise : std::string_view(found.value());
  }
  // A whole number. Throws InputError.
  std::uint32_t number(const char* attribute, std::uint32_t otherwise) const;
  [[noreturn]] void refuse(std::string message, std::string_view offending,
                           std::string hint = {}) const;

 private:
  const XmlFile* file_;
  pugi::xml_node node_;
};

class XmlFile {
 public:
  // Reads and checks the file. Throws InputError: not readable, malformed, unknown or missing
  // tags and attributes. `included_from` is the element whose <include> names it, if any.
  explicit XmlFile(std::string path, const Element* included_from = nullptr);

  const std::string& path() const { return path_; }
  Element root() const { return {*this, document_.document_element()}; }
  int line_of(std::ptrdiff_t offset) const;
  // A file named in this one: relative names start at this file's folder.
  std::string resolve(std::string_view name) const;

 private:
  std::string path_;
  std::string text_;  // owned here, parsed in place
  std::vector<std::uint32_t> line_ends_;
  pugi::xml_document document_;
};

// Checks tags and attributes of the whole file against the format (platform_xml_format.cpp). The
// root of an included file may hold what a zone may.
void check_format(const Element& root, bool is_included, Problems& problems);

}  // namespace smpi::models
