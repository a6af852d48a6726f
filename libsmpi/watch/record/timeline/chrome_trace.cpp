// SPDX-License-Identifier: BSD-3-Clause
//
// Events as text; only names need escaping.
#include "libsmpi/watch/record/timeline/chrome_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "libsmpi/ranks/runtime/source_line.h"
#include "libsmpi/watch/record/report/call_topic.h"

namespace smpi::record {
namespace {

constexpr double units_per_s = 1e10;
constexpr std::int64_t shortest_call = 10;  // units: 1 ns

std::int64_t units_of(double time_s) {
  return std::llround(time_s * units_per_s);
}

// Microseconds with four digits: units are exact.
std::string microseconds(std::int64_t units) {
  return fmt::format("{}.{:04}", units / 10000, units % 10000);
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Threads of a rank get numbers that no rank has.
constexpr std::uint32_t ranks_max = 1U << 24;
std::uint32_t thread_id(const Lane& lane) {
  return lane.thread == 0 ? lane.process : ranks_max + lane.index;
}

// Rows of a rank stand together, its threads before its streams.
constexpr std::uint64_t rows_of_rank_max = 1024;
std::uint64_t sort_index(const Lane& lane) {
  const std::uint64_t row =
      lane.device ? lane.thread - first_stream_thread + rows_of_rank_max / 2 : lane.thread;
  return lane.process * rows_of_rank_max + std::min(row, rows_of_rank_max - 1);
}

std::string place(const Lane& lane) {
  return fmt::format(R"("pid":{},"tid":{})", lane.host, thread_id(lane));
}

std::string metadata(const char* what, const Lane& lane, const std::string& argument) {
  return fmt::format(R"({{"ph":"M","name":"{}",{},"args":{{{}}}}})", what, place(lane), argument);
}

}  // namespace

ChromeTrace::ChromeTrace(const std::string& path) : file_(path, "timeline") {
  file_.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
}

void ChromeTrace::append(std::string_view event) {
  file_.append(has_events_ ? ",\n" : "\n");
  file_.append(event);
  has_events_ = true;
}

void ChromeTrace::add_lane(const Lane& lane) {
  rows_.resize(std::max<std::size_t>(rows_.size(), lane.index + 1));
  if (lane.host >= has_host_.size()) has_host_.resize(lane.host + 1);
  if (!has_host_[lane.host]) {
    append(metadata("process_name", lane, fmt::format(R"("name":{})", quoted(lane.host_name))));
    append(metadata("process_sort_index", lane, fmt::format(R"("sort_index":{})", lane.host)));
  }
  has_host_[lane.host] = true;
  append(metadata("thread_name", lane, fmt::format(R"("name":{})", quoted(lane.name))));
  append(metadata("thread_sort_index", lane, fmt::format(R"("sort_index":{})", sort_index(lane))));
}

void ChromeTrace::enter(const Lane& lane, const FunctionRecord&, double now_s) {
  Row& row = rows_[lane.index];
  row.begin = std::max(units_of(now_s), row.free);
  row.last = row.begin;
}

std::int64_t ChromeTrace::stamp_in(Row& row, double now_s, std::int64_t earliest) {
  const std::int64_t stamp = std::max({units_of(now_s), row.begin + 1, earliest});
  row.last = std::max(row.last, stamp);
  return stamp;
}

void ChromeTrace::send(const MessageEvent& message, double now_s) {
  sent_[message.serial] = stamp_in(rows_[message.from->index], now_s, 0);
}

void ChromeTrace::receive(const MessageEvent& message, double now_s) {
  const auto sent = sent_.find(message.serial);
  if (sent == sent_.end()) return;
  const std::int64_t received = stamp_in(rows_[message.to->index], now_s, sent->second);
  const char* name = message.is_internal ? "internal" : "message";
  append(fmt::format(R"({{"ph":"s","name":"{}","cat":"msg","id":{},{},"ts":{}}})", name,
                     message.serial, place(*message.from), microseconds(sent->second)));
  append(fmt::format(R"({{"ph":"f","bp":"e","name":"{}","cat":"msg","id":{},{},"ts":{},)"
                     R"("args":{{"bytes":{},"from":{},"tag":{}}}}})",
                     name, message.serial, place(*message.to), microseconds(received),
                     message.size_bytes, message.source, message.tag));
  sent_.erase(sent);
}

// " (file.c:17)" as "file.c:17"; "" when it is not known.
const std::string& ChromeTrace::site_text(const void* site) {
  const auto [place, is_new] = sites_.try_emplace(site);
  std::string& text = place->second;
  if (!is_new || site == nullptr) return text;
  text = source_line_suffix(site);
  if (text.size() > 3) text = text.substr(2, text.size() - 3);
  return text;
}

const char* ChromeTrace::topic_text(const FunctionRecord& function) {
  if (function.index >= topics_.size()) topics_.resize(function.index + 1);
  const char*& text = topics_[function.index];
  if (text == nullptr) {
    const CallTopic topic =
        function.work ? topic_of_work(*function.work) : topic_of_call(function.name);
    text = call_topic_names[static_cast<std::size_t>(topic)];
  }
  return text;
}

void ChromeTrace::leave(const CallEvent& call) {
  Row& row = rows_[call.lane->index];
  const std::int64_t end =
      std::max({units_of(call.end_s), row.begin + shortest_call, row.last + 1});
  row.free = end;
  std::string arguments;
  const auto add = [&](const char* name, auto value) {
    fmt::format_to(std::back_inserter(arguments), R"({}"{}":{})", arguments.empty() ? "" : ",",
                   name, value);
  };
  if (call.sent_bytes >= 0) add("bytes", call.sent_bytes);
  if (call.received_bytes >= 0) add("receive_bytes", call.received_bytes);
  if (call.peer != MPI_PROC_NULL) add("peer", call.peer);
  if (call.receive_peer != MPI_PROC_NULL && call.received_bytes >= 0) {
    add("source", call.receive_peer);
  }
  if (call.peer != MPI_PROC_NULL && call.tag >= 0) add("tag", call.tag);
  if (call.root >= 0) add("root", call.root);
  if (call.communicator != nullptr) {
    const std::string& name = call.communicator->name;
    add("comm",
        name.empty() ? fmt::format("\"communicator {}\"", call.communicator->index) : quoted(name));
  }
  if (const std::string& site = site_text(call.site); !site.empty()) add("site", quoted(site));
  const bool is_of_device = call.function->work || is_device_call(call.function->name);
  append(fmt::format(R"({{"ph":"X","name":{},"cat":"{},{}",{},"ts":{},"dur":{},"args":{{{}}}}})",
                     quoted(call.function->name), is_of_device ? "device" : "mpi",
                     topic_text(*call.function), place(*call.lane), microseconds(row.begin),
                     microseconds(end - row.begin), arguments));
}

void ChromeTrace::close(double, const std::vector<std::uint64_t>&) {
  file_.append("\n]}\n");
  file_.publish();
}

}  // namespace smpi::record
