// SPDX-License-Identifier: BSD-3-Clause
//
// Who uses a buffer that MPI has (MPI 5.0, 3.7.2 and 3.7.3; smpirun --analyze)?
//
// From its start to the call that completes it, an operation has its buffers: nobody may write what
// is sent, nobody may touch what is received into. Two operations that meet in memory are seen when
// the second starts; what the program itself writes is seen by a checksum of the typed data, taken
// at the start and compared at completion (of a receive also before and after the data arrive). A
// read by the program cannot be seen. Memory without content (memory/folding.h) is not compared.
//
// Cost when it is on: a look-up in an index of the rank and two passes over the data per operation.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "libsmpi/mpi/datatype/footprint.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/watch/analyze/findings.h"
#include "libsmpi/watch/analyze/interval_index.h"

namespace smpi {
struct Request;
}

namespace smpi::analysis {

class Windows;

class Buffers {
 public:
  Buffers(SourceLines& lines, Windows& windows) : lines_(lines), windows_(windows) {}

  // A blocking call uses these, and no longer when it returns.
  void look(Rank& rank, std::span<const BufferUse> uses);

  // An operation with a request begins: a send or receive, or one with these buffers.
  void start(const Request& request);
  void start(const Request& request, std::span<const BufferUse> uses);
  // One more buffer of a started operation: a partition that is ready.
  void add(const Request& request, const BufferUse& use);
  // The program may have part `index` of the buffers again (MPI_Parrived).
  void give_back(const Request& request, std::size_t index);
  // MPI is about to write, or has written, what the request receives.
  void before_delivery(const Request& request);
  void after_delivery(const Request& request);
  // The program was told that the operation is complete.
  void complete(const Request& request);
  // MPI_Request_free.
  void free(const Request& request);
  bool is_active(const Request& request) const { return operations_.contains(&request); }

  // Buffers without a request, of one-sided operations: a name for the calls below; 0: no data.
  std::uint64_t hold(Rank& rank, const BufferUse& use);
  void verify(std::uint64_t hold);
  void renew(std::uint64_t hold);
  void release(std::uint64_t hold);

  const Findings& misuses() const { return misuses_; }
  // Receives whose request was freed: allowed, but nobody can know when the data are there.
  const Findings& freed_receives() const { return freed_receives_; }
  // Operations that no call ever completed.
  Findings never_completed() const;

 private:
  struct Hold {
    BufferUse use;
    CallRecord call;
    Rank* rank = nullptr;
    std::uint64_t group = 0;  // the same for the buffers of one call
    std::uint64_t window_access = 0;
    std::optional<std::uint64_t> content;
  };
  struct Operation {
    CallRecord call;
    Rank* rank = nullptr;
    std::uint64_t number = 0;
    std::vector<std::uint64_t> holds;
  };

  std::uint64_t hold(Rank& rank, const BufferUse& use, std::uint64_t group);
  void compare_with_others(std::uint64_t id, Hold& own);
  void report_overlap(const Hold& later, const Hold& earlier);
  std::string name(const CallRecord& call);

  SourceLines& lines_;
  Windows& windows_;
  Findings misuses_;
  Findings freed_receives_;
  std::uint64_t last_id_ = 0;
  std::unordered_map<std::uint64_t, Hold> holds_;
  std::unordered_map<const Request*, Operation> operations_;
  std::unordered_map<const Rank*, IntervalIndex> index_;
};

}  // namespace smpi::analysis
