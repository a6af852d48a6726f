// SPDX-License-Identifier: BSD-3-Clause
#include "tools/study/report/page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>

namespace smpi::study {
namespace {

// By the definition of RFC 4648, from the other side than the writer.
std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bits;
  for (const char c : base64) {
    if (c == '=') continue;
    for (int bit = 5; bit >= 0; --bit) bits += digits.find(c) >> bit & 1 ? '1' : '0';
  }
  std::string bytes;
  for (std::size_t at = 0; at + 8 <= bits.size(); at += 8) {
    bytes += static_cast<char>(std::stoi(bits.substr(at, 8), nullptr, 2));
  }
  return bytes;
}

std::string inflated(const std::string& bytes, std::size_t size) {
  std::string text(size, '\0');
  uLongf length = size;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &length,
                       reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
            Z_OK);
  text.resize(length);
  return text;
}

TEST(Page, TextStaysText) {
  EXPECT_EQ(escaped("<b a=\"1\">&amp;"), "&lt;b a=&quot;1&quot;&gt;&amp;amp;");
}

TEST(Page, DataComeBack) {
  for (const std::size_t size : {0, 1, 2, 3, 1000}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i * i % 23);
    const std::string base64 = compressed_base64(text);
    EXPECT_EQ(base64.size() % 4, 0U);
    EXPECT_EQ(inflated(decoded(base64), size + 1), text) << size;
  }
}

TEST(Page, TablesMarkNumbers) {
  const HtmlTable table{.caption = "a & b",
                        .columns = {"name", "n"},
                        .rows = {{{"<x>"}, {"3", true}}, {{"y"}, {"", true}}}};
  EXPECT_EQ(html_of(table, "id=\"t\""),
            "<table id=\"t\">\n<caption>a &amp; b</caption>\n<thead><tr><th scope=\"col\">name</th>"
            "<th scope=\"col\" class=\"number\">n</th></tr></thead>\n<tbody>\n"
            "<tr><td>&lt;x&gt;</td><td class=\"number\">3</td></tr>\n"
            "<tr><td>y</td><td class=\"number\"></td></tr>\n</tbody>\n</table>\n");
}

TEST(Page, NothingComesFromOutside) {
  const std::string html = html_of(Page{.title = "</title><script>",
                                        .body = "<main></main>",
                                        .data = {{"name", "</script><b>"}},
                                        .scripts = {"elements.js"}});
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.find("</title><script>"), std::string::npos);
  EXPECT_EQ(html.find("</script><b>"), std::string::npos);  // data are compressed
  for (const char* outside : {"src=\"http", "href=\"http", "@import", "url(http"}) {
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
  }
}

}  // namespace
}  // namespace smpi::study
