// SPDX-License-Identifier: BSD-3-Clause
//
// Timelines as OTF2 archives (Open Trace Format 2): a folder that Vampir, Scalasca and others open.
//
// Events are kept in a file without a name, 64 bytes each, and go to libotf2 when the run is over:
// it may neither run on the stacks of ranks nor be loaded beside programs that have their own. A
// collective begins where its call does, but is known only at its end, so what happens in a call is
// kept until then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libsmpi/watch/record/timeline/otf2_archive.h"
#include "libsmpi/watch/record/timeline/sink.h"
#include "libsmpi/watch/record/timeline/spool_file.h"
#include "models/platform/platform.h"

namespace smpi::record {

// Throws InputError where this build cannot write such archives.
void require_otf2();

class Otf2Trace final : public Sink {
 public:
  // `path` is the folder of the archive; another archive there is replaced.
  Otf2Trace(const std::string& path, const models::Platform& platform);

  void add_lane(const Lane& lane) override;
  void enter(const Lane& lane, const FunctionRecord& function, double now_s) override;
  void leave(const CallEvent& call) override;
  void send(const MessageEvent& message, double now_s) override;
  void receive(const MessageEvent& message, double now_s) override;
  void post_receive(const Lane& lane, std::uint64_t request, double now_s) override;
  void complete_send(const Lane& lane, std::uint64_t request, double now_s) override;
  void cancel(const Lane& lane, std::uint64_t request, double now_s) override;
  // Of the archive once it is closed.
  std::uint64_t size_bytes() const override { return size_bytes_; }
  void close(double end_s, const std::vector<std::uint64_t>& lost) override;

 private:
  using Event = otf2::Event;
  void add(const Lane& lane, Event event, double now_s);
  void keep(const CommunicatorRecord& communicator);
  void add_silent_members();
  void write_archive();

  std::string path_;
  const models::Platform& platform_;
  SpoolFile spool_;
  otf2::Archive archive_;
  std::vector<std::vector<Event>> open_;  // events of calls that have not ended, by lane
  std::vector<const CommunicatorRecord*> communicators_;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace smpi::record
