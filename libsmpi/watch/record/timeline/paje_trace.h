// SPDX-License-Identifier: BSD-3-Clause
//
// Paje, as SimGrid's `smpirun -trace` writes it: for pj_dump, R scripts around it, and Vite.
//
// The format wants events in the order of time, and that each link that starts ends. Events are
// written when they happen; links of messages that were never received are taken out at the end, by
// a second pass that only runs with such messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/watch/record/timeline/sink.h"
#include "libsmpi/watch/record/timeline/spool_file.h"

namespace smpi::record {

struct PajeStyle {
  int precision = 6;  // digits after the point of a time
  bool shows_computing = false;
  bool groups_by_host = false;
  bool shows_sizes = false;
  std::vector<std::string> comments = {};  // a line each
};

// From options tracing/... Throws InputError.
PajeStyle paje_style(const kernel::Options& options);

class PajeTrace final : public Sink {
 public:
  PajeTrace(const std::string& path, PajeStyle style);

  void add_lane(const Lane& lane) override;
  void enter(const Lane& lane, const FunctionRecord& function, double now_s) override;
  void leave(const CallEvent& call) override;
  void send(const MessageEvent& message, double now_s) override;
  void receive(const MessageEvent& message, double now_s) override;
  std::uint64_t size_bytes() const override { return file_.size_bytes(); }
  void close(double end_s, const std::vector<std::uint64_t>& lost) override;

 private:
  void write_header();
  std::string time(double now_s) const;
  void link(int event, const MessageEvent& message, const Lane& lane, double now_s);
  void destroy_containers(double end_s);
  void define_streams();
  int state_type_of(const Lane& lane) const;

  std::string path_;
  PajeStyle style_;
  SpoolFile file_;
  std::vector<std::uint32_t> container_of_lane_;  // aliases
  std::vector<std::uint32_t> container_of_host_;  // 0: none yet
  std::vector<bool> computes_;                    // by lane: the state is pushed
  std::uint32_t last_alias_;
  std::vector<bool> has_value_;                   // by function
  bool has_streams_ = false;                      // are types of streams defined?
  std::vector<bool> is_stream_;                   // by lane
  std::vector<std::uint32_t> container_of_rank_;  // by process; 0: none yet
};

}  // namespace smpi::record
