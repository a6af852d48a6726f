// SPDX-License-Identifier: BSD-3-Clause
//
// A stream of two ranks for tests of sinks, and the file that a sink wrote.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "libsmpi/watch/record/timeline/sink.h"

namespace smpi::record {

struct TwoRanks {
  Lane lanes[2] = {{.index = 0, .process = 0, .host_name = "a", .name = "rank 0", .part = ""},
                   {.index = 1,
                    .process = 1,
                    .world_rank = 1,
                    .host = 1,
                    .host_name = "b",
                    .name = "rank 1",
                    .part = ""}};
  FunctionRecord send{0, "MPI_Isend"};
  FunctionRecord receive{1, "MPI_Recv"};
  CommunicatorRecord world{.name = "MPI_COMM_WORLD", .members = {0, 1}, .hosts = {0, 1}};

  MessageEvent message(std::uint64_t serial, double sent_s) {
    return {.serial = serial,
            .from = &lanes[0],
            .receiver = 1,
            .communicator = &world,
            .destination = 1,
            .tag = 5,
            .size_bytes = 100,
            .sent_s = sent_s};
  }
  // A send that takes no time.
  void post(Sink& sink, std::uint64_t serial, double now_s) {
    sink.enter(lanes[0], send, now_s);
    sink.send(message(serial, now_s), now_s);
    sink.leave({.lane = &lanes[0],
                .function = &send,
                .begin_s = now_s,
                .end_s = now_s,
                .peer = 1,
                .sent_bytes = 100});
  }
  void take(Sink& sink, std::uint64_t serial, double sent_s, double begin_s, double end_s) {
    sink.enter(lanes[1], receive, begin_s);
    MessageEvent event = message(serial, sent_s);
    event.to = &lanes[1];
    sink.receive(event, end_s);
    sink.leave({.lane = &lanes[1], .function = &receive, .begin_s = begin_s, .end_s = end_s});
  }
};

inline std::string temporary_file(const char* name) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove(path);
  return path.string();
}

inline std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace smpi::record
