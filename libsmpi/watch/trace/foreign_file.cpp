// SPDX-License-Identifier: BSD-3-Clause
//
// Formats are told by their first bytes or words. Sources: the manuals of Paje and Paraver,
// Google's Trace Event Format, files of libotf2 (each begins with 3 and the order of its bytes, 'B'
// or 'L'), LogGOPSim's txt2bin (binary GOAL begins with 4223), and sst-dumpi's traceformat (FF AA
// DD 44 'U' 'M' 'P' 'I').
#include "libsmpi/watch/trace/foreign_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "kernel/error.h"

namespace smpi::trace {
namespace {

constexpr std::size_t looked_at_bytes = 4096;

constexpr std::string_view timeline_advice = "viewers show it; what a replay needs is not in it";
constexpr std::string_view archive_advice = "viewers show it, smpi-packets replays it";
constexpr std::string_view goal_advice = "LogGOPSim replays it; give the trace that it was made of";
constexpr std::string_view dumpi_advice = "SST/macro replays it";
constexpr std::string_view packed_advice = "unpack it first";

struct Format {
  std::string_view beginning;
  std::string_view inside;  // somewhere in the first 4 KiB, too; empty: nothing more
  std::string_view name;
  std::string_view advice;
};

// The first row that fits counts.
constexpr Format formats[] = {
    {"\3B", "", "a part of an OTF2 archive", archive_advice},
    {"\3L", "", "a part of an OTF2 archive", archive_advice},
    {"%EventDef", "", "a Paje timeline", timeline_advice},
    {"#", "\n%EventDef", "a Paje timeline", timeline_advice},
    {"#Paraver", "", "a Paraver timeline", timeline_advice},
    {"DEFAULT_OPTIONS", "", "the configuration of a Paraver timeline", timeline_advice},
    {"num_ranks ", "", "a schedule in GOAL", goal_advice},
    {{"\x7f\x10\0\0\0\0\0\0", 8}, "", "a schedule in GOAL, binary", goal_advice},
    {"\xff\xaa\xdd\x44UMPI", "", "a DUMPI trace", dumpi_advice},
    {"MPI_", " entering at walltime ", "a DUMPI trace as text", dumpi_advice},
    {"hostname=", "\nfileprefix=", "the index of DUMPI traces", dumpi_advice},
    {"{", "\"traceEvents\"", "a timeline in Trace Event Format", timeline_advice},
    {"{", "\"displayTimeUnit\"", "a timeline in Trace Event Format", timeline_advice},
    {"[", "\"ph\"", "a timeline in Trace Event Format", timeline_advice},
    {"{", "", "JSON", ""},
    {"[", "", "JSON", ""},
    {"\x1f\x8b", "", "packed by gzip", packed_advice},
    {"BZh", "", "packed by bzip2", packed_advice},
    {"\3757zXZ", "", "packed by xz", packed_advice},
    {"\x28\xb5\x2f\xfd", "", "packed by zstd", packed_advice},
    {"PK\3\4", "", "a zip archive", packed_advice},
    {"\x93SMPITR\n", "", "a compressed trace", "give it alone, not in an index"},
    {"\177ELF", "", "a program", "without -replay smpirun runs it"},
    {"#!", "", "a script", "without -replay smpirun runs it"},
    {"<?xml", "", "XML", "a platform is given by --platform"},
    {"<platform", "", "a platform", "it is given by --platform"},
    {"<!DOCTYPE html", "", "HTML", ""},
    {"SQLite format 3", "", "an SQLite database", ""},
};

constexpr std::string_view traces_hint =
    "a replay takes text traces, indexes of these and .smpitrace files; smpirun -trace-ti records "
    "them, on a real machine smpi-acquire";

[[noreturn]] void refuse(const std::string& path, std::string_view name, std::string_view advice) {
  throw kernel::InputError(
      fmt::format("this is not a trace, but {}", name),
      {.file = path,
       .hint = fmt::format("{}{}{}", advice, advice.empty() ? "" : "; ", traces_hint)});
}

// Without a byte-order mark and blanks.
std::string_view beginning_of(std::string_view content) {
  std::string_view head = content.substr(0, looked_at_bytes);
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first == head.npos ? std::string_view() : head.substr(first);
}

}  // namespace

void refuse_foreign(const std::string& path, std::string_view content) {
  const std::string_view head = beginning_of(content);
  for (const Format& format : formats) {
    if (!head.starts_with(format.beginning) || head.find(format.inside) == head.npos) continue;
    refuse(path, format.name, format.advice);
  }
  const std::string_view line = head.substr(0, head.find('\n'));
  if (line.find('\0') != line.npos) refuse(path, "data of an unknown kind", "");
}

void refuse_folder(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_directory(path, failed)) return;
  for (const auto& entry : std::filesystem::directory_iterator(path, failed)) {
    if (entry.path().extension() == ".otf2") refuse(path, "an OTF2 archive", archive_advice);
  }
  refuse(path, "a folder", "");
}

}  // namespace smpi::trace
