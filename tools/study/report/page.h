// SPDX-License-Identifier: BSD-3-Clause
//
// One HTML file that needs nothing else: no network, no server, no file beside it.
//
// It carries its data compressed, its style, the scripts that draw, and in its text all that a
// reader without scripts has to know. Its content security policy lets nothing in from outside.
// Equal content gives equal bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::study {

struct Page {
  std::string title;                 // plain text
  std::string body;                  // HTML that stands without scripts
  nlohmann::ordered_json data;       // what the scripts draw
  std::vector<std::string> scripts;  // names of embedded files, in the order in which they run
};

std::string html_of(const Page& page);

// Of text that stands in HTML, also in a quoted attribute.
std::string escaped(std::string_view text);
// RFC 4648, of the zlib stream (RFC 1950) of `text`.
std::string compressed_base64(std::string_view text);

struct HtmlTable {
  std::string caption;  // plain text, as the cells
  std::vector<std::string> columns;
  struct Cell {
    std::string text;
    bool is_number = false;
  };
  std::vector<std::vector<Cell>> rows;
};

// `attributes` as they stand in the tag, such as "id=\"results-table\"".
std::string html_of(const HtmlTable& table, std::string_view attributes = {});

}  // namespace smpi::study
