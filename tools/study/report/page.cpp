// SPDX-License-Identifier: BSD-3-Clause
//
// zlib compresses the data and the page unpacks them with DecompressionStream: a study of 1,000
// points has megabytes of JSON, which a base64 of the text would not bring below 3 MB.
#include "tools/study/report/page.h"

#include <fmt/format.h>
#include <zlib.h>

#include "kernel/error.h"

namespace smpi::study {

std::string_view embedded_file(std::string_view name);

namespace {

constexpr std::string_view policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'";

// A script ends at the first "</script", also within its strings.
void require_inline(std::string_view script) {
  SIM_ASSERT(script.find("</script") == std::string_view::npos, "this script cannot be inlined");
}

// Numbers stand to the right.
std::string_view number_class(bool is_number) {
  return is_number ? " class=\"number\"" : "";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string compressed_base64(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  const int status =
      compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
  SIM_ASSERT(status == Z_OK, "compress2 failed with room for the worst case");
  bytes.resize(size);
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string base64;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      base64 += k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return base64;
}

std::string html_of(const HtmlTable& table, std::string_view attributes) {
  std::string html = fmt::format("<table{}{}>\n<caption>{}</caption>\n<thead><tr>",
                                 attributes.empty() ? "" : " ", attributes, escaped(table.caption));
  for (std::size_t place = 0; place < table.columns.size(); ++place) {
    const bool is_number = !table.rows.empty() && table.rows.front()[place].is_number;
    html += fmt::format("<th scope=\"col\"{}>{}</th>", number_class(is_number),
                        escaped(table.columns[place]));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const HtmlTable::Cell& cell : row) {
      html += fmt::format("<td{}>{}</td>", number_class(cell.is_number), escaped(cell.text));
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n";
}

std::string html_of(const Page& page) {
  std::string script;
  for (const std::string& name : page.scripts) script += embedded_file(name);
  require_inline(script);
  const std::string_view charts = embedded_file("echarts.js");
  require_inline(charts);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n{}"
      "<script type=\"application/octet-stream\" id=\"data\">{}</script>\n"
      "<script>{}</script>\n<script>\n\"use strict\";\n(() => {{\n{}}})();\n</script>\n"
      "</body>\n</html>\n",
      policy, escaped(page.title), embedded_file("page.css"), page.body,
      compressed_base64(page.data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)),
      charts, script);
}

}  // namespace smpi::study
