// SPDX-License-Identifier: BSD-3-Clause
//
// The table of formats.
#include "libsmpi/watch/record/timeline/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "kernel/error.h"
#include "libsmpi/watch/record/timeline/chrome_trace.h"
#include "libsmpi/watch/record/timeline/otf2_trace.h"
#include "libsmpi/watch/record/timeline/paje_trace.h"
#include "libsmpi/watch/record/timeline/paraver_trace.h"

namespace smpi::record {
namespace {

struct Making {
  const std::string& path;
  const kernel::Options& options;
  const models::Platform& platform;
};

struct Format {
  const char* suffix;
  const char* readers;
  void (*require)(const std::string& path);
  std::unique_ptr<Sink> (*make)(const Making&);
};

std::unique_ptr<Sink> make_chrome(const Making& making) {
  return std::make_unique<ChromeTrace>(making.path);
}

std::unique_ptr<Sink> make_paje(const Making& making) {
  return std::make_unique<PajeTrace>(making.path, paje_style(making.options));
}

std::unique_ptr<Sink> make_otf2(const Making& making) {
  return std::make_unique<Otf2Trace>(making.path, making.platform);
}

std::unique_ptr<Sink> make_paraver(const Making& making) {
  return std::make_unique<ParaverTrace>(making.path, making.platform);
}

void require_nothing(const std::string&) {}

// Another archive may be replaced; nothing else that is there.
void require_archive(const std::string& path) {
  require_otf2();
  const std::filesystem::path folder(path);
  const bool is_archive = std::filesystem::exists(folder / "traces.otf2");
  if (!std::filesystem::exists(folder) || is_archive) return;
  throw kernel::InputError("this is no archive of a timeline, and is not replaced",
                           {.text = path, .hint = "remove it, or give another name"});
}

constexpr std::array<Format, 4> formats = {{
    {".json", "Perfetto, Chromium", require_nothing, make_chrome},
    {".trace", "Paje: pj_dump, Vite", require_nothing, make_paje},
    {".otf2", "a folder: Vampir, Scalasca", require_archive, make_otf2},
    {".prv", "Paraver", require_nothing, make_paraver},
}};
const Format& paje_format = formats[1];

const Format& format_of(const TimelineFile& file) {
  if (file.is_paje) return paje_format;
  const std::string suffix = std::filesystem::path(file.path).extension().string();
  const auto found =
      std::ranges::find_if(formats, [&](const Format& format) { return suffix == format.suffix; });
  if (found != formats.end()) return *found;
  throw kernel::InputError("no timeline has this suffix",
                           {.text = file.path, .hint = timeline_formats()});
}

}  // namespace

std::string timeline_formats() {
  std::string text;
  for (const Format& format : formats) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", format.suffix, format.readers);
  }
  return text;
}

void require_timeline(const TimelineFile& file) {
  format_of(file).require(file.path);
}

bool is_folder(const TimelineFile& file) {
  return format_of(file).make == make_otf2;
}

std::unique_ptr<Sink> make_sink(const TimelineFile& file, const kernel::Options& options,
                                const models::Platform& platform) {
  return format_of(file).make({file.path, options, platform});
}

}  // namespace smpi::record
