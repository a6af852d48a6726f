// SPDX-License-Identifier: BSD-3-Clause
//
// Timelines for https://ui.perfetto.dev and the viewers of Chromium: the "Trace Event Format", JSON
// with an event a line, so that text tools work, too.
//
// Hosts are processes of the viewer, ranks its threads. A call is a complete event (X). A message
// is an arrow from a flow event (s) in the call that sent it to one (f) in the call that completed
// its receive. Viewers bind arrows to the call around them and drop calls that overlap, so
//
//     begin < each stamp inside < end <= begin of the next call of the row
//
// in units of 0.1 ns: calls that take no simulated time get a nanosecond, and what follows them at
// the same instant is moved by it. A moved sender moves the end of its arrow, if need be.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "libsmpi/watch/record/timeline/sink.h"
#include "libsmpi/watch/record/timeline/spool_file.h"

namespace smpi::record {

class ChromeTrace final : public Sink {
 public:
  explicit ChromeTrace(const std::string& path);

  void add_lane(const Lane& lane) override;
  void enter(const Lane& lane, const FunctionRecord& function, double now_s) override;
  void leave(const CallEvent& call) override;
  void send(const MessageEvent& message, double now_s) override;
  void receive(const MessageEvent& message, double now_s) override;
  std::uint64_t size_bytes() const override { return file_.size_bytes(); }
  void close(double end_s, const std::vector<std::uint64_t>& lost) override;

 private:
  // What the file has of a row, in units of 0.1 ns.
  struct Row {
    std::int64_t free = 0;   // where the next call may begin
    std::int64_t begin = 0;  // of the call that is open
    std::int64_t last = 0;   // stamp in it
  };
  std::int64_t stamp_in(Row& row, double now_s, std::int64_t earliest);
  void append(std::string_view event);
  const std::string& site_text(const void* site);
  // The second category of a call: what it is for.
  const char* topic_text(const FunctionRecord& function);

  SpoolFile file_;
  bool has_events_ = false;
  std::vector<Row> rows_;  // by lane
  std::vector<bool> has_host_;
  std::unordered_map<std::uint64_t, std::int64_t> sent_;  // stamps of messages on their way
  std::unordered_map<const void*, std::string> sites_;
  std::vector<const char*> topics_;  // by function; null: not asked for yet
};

}  // namespace smpi::record
