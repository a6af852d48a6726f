// SPDX-License-Identifier: BSD-3-Clause
//
// Timelines for Paraver (https://tools.bsc.es): FILE.prv with states, events and communications,
// FILE.pcf with the names of types and values, FILE.row with those of tasks. Times are in
// nanoseconds, all numbers count from 1, and records are sorted by time.
//
//     1:cpu:application:task:thread:begin:end:state
//     2:cpu:application:task:thread:time:type:value[:type:value]...
//     3:(sender) cpu:application:task:thread:logical:physical:(receiver) the same:size:tag
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/record/timeline/sink.h"
#include "libsmpi/watch/record/timeline/sorted_lines.h"
#include "models/platform/platform.h"

namespace smpi::record {

class ParaverTrace final : public Sink {
 public:
  ParaverTrace(const std::string& path, const models::Platform& platform);

  void add_lane(const Lane& lane) override;
  void enter(const Lane& lane, const FunctionRecord& function, double now_s) override;
  void leave(const CallEvent& call) override;
  void receive(const MessageEvent& message, double now_s) override;
  std::uint64_t size_bytes() const override { return lines_.size_bytes(); }
  void close(double end_s, const std::vector<std::uint64_t>& lost) override;

 private:
  // An event type and its value for a function.
  struct Code {
    std::uint32_t type = 0;
    std::uint32_t value = 0;
    int state = 0;
  };
  const Code& code_of(const FunctionRecord& function);
  void add_state(const Lane& lane, std::uint64_t begin_ns, std::uint64_t end_ns, int state);
  void find_places();
  std::string header(std::uint64_t end_ns) const;
  std::string with_places(std::string_view line) const;
  std::string names_of_values() const;
  std::string names_of_tasks() const;

  std::string path_;
  const models::Platform& platform_;
  SortedLines lines_;
  std::vector<const Lane*> lanes_;
  std::vector<std::uint64_t> free_ns_;  // by lane: the end of the last call
  std::vector<Code> code_of_function_;
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>> names_;  // by type and value
  std::map<std::uint32_t, const CommunicatorRecord*> communicators_;     // by index
  // Known at the end.
  std::map<models::HostId, std::vector<const Lane*>> nodes_;
  std::map<std::uint32_t, std::vector<const Lane*>> tasks_;  // by process
  std::vector<std::string> place_of_lane_;                   // "cpu:1:task:thread"
};

}  // namespace smpi::record
