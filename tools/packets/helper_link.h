// SPDX-License-Identifier: BSD-3-Clause
//
// One of several processes that replay together: its way to the others.
//
// Each process holds some of the parts. What they share goes over Open MPI, because start,
// transport and the death of a machine are its business. It must not be in this process: the traces
// that are read here know MPI by libsmpi's header. So a helper (mpi_helper.cpp), which mpirun
// starts, starts this process and passes words on.
//
// Alternatives considered: rings in memory that both map, which save two system calls a round, some
// 5 us beside 10 to 100 us of a reduction between machines, and would have to watch whether the
// other side lives; a socket tells.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/packet/windows.h"
#include "tools/packets/words.h"

namespace smpi::packets {

enum class Request : std::uint64_t;  // helper_protocol.h

// Why a run ends that cannot go on.
struct Failure {
  int status = 0;
  std::string text;
};

// Some process has failed, so that all end.
class ProcessFailed : public std::runtime_error {
 public:
  explicit ProcessFailed(const Failure& failure)
      : std::runtime_error(failure.text), status_(failure.status) {}
  int status() const { return status_; }

 private:
  int status_;
};

class HelperLink final : public models::packet::Processes {
 public:
  // Null where no helper has started this process.
  static std::unique_ptr<HelperLink> find();
  ~HelperLink() override;

  std::uint32_t index() const { return index_; }
  std::uint32_t process_count() const { return process_count_; }
  bool is_first() const { return index_ == 0; }

  // Deals out parts in ranges; end_part() is behind the last one here.
  void deal(std::uint32_t part_count);
  std::uint32_t first_part() const override { return first_part_of(index_); }
  std::uint32_t end_part() const { return first_part_of(index_ + 1); }
  void share(std::span<models::packet::Picoseconds> next_times) override;
  void exchange(std::span<models::packet::Carrier* const> parts) override;

  // Two times: before the run and after it. Throws ProcessFailed if a process has called fail()
  // instead.
  void meet();
  // Tells the others; returns the failure of the first process that has one.
  Failure fail(const Failure& failure);
  bool has_meetings_left() const { return meetings_left_ > 0; }
  // In the first process the words of all, by process; in others nothing.
  std::vector<Words> collect(const Words& words);
  // The last call: with what this process exits.
  void end(int status);

 private:
  explicit HelperLink(int socket);
  std::uint32_t first_part_of(std::uint32_t process) const {
    return static_cast<std::uint32_t>(std::uint64_t{part_count_} * process / process_count_);
  }
  // Into words_.
  void ask(Request request);
  std::vector<Words> words_of_processes() const;
  Failure meet_with(const Failure& failure);
  [[noreturn]] static void give_up();

  int socket_;
  std::uint32_t index_ = 0;
  std::uint32_t process_count_ = 1;
  std::uint32_t part_count_ = 1;
  int meetings_left_ = 2;
  Words words_;  // of the request, then of the answer
};

// Goes on as `count` processes of the same command, on this machine. Throws InputError when it
// cannot.
[[noreturn]] void start_processes(std::uint32_t count, char** argv);

}  // namespace smpi::packets
