// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-all with a bounded number of messages at a time, in staggered order so that no rank is
// everybody's target at once. Cost: (p - 1) a / batch + n b (p - 1) / p.
#include <deque>

#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

// Step 0, of a rank with itself, counts in the first batch.
void run_batches(const AlltoallArgs& args, int batch) {
  const int size = args.size();
  for (int start = 0; start < size; start += batch) {
    const int first = std::max(start, 1);
    const int last = std::min(start + batch, size);
    MemberArray<Request*, 64> requests(2 * std::max(last - first, 0));
    int count = 0;
    for (int step = first; step < last; step++) {
      const int from = (args.rank() + step) % size;
      if (args.in.size_bytes(from) == 0) continue;
      requests[count++] = args.start_receive(args.in[from], from);
    }
    for (int step = first; step < last; step++) {
      const int to = (args.rank() - step + size) % size;
      if (args.out.size_bytes(to) == 0) continue;
      requests[count++] = args.start_send(args.out[to], to);
    }
    args.wait_all(requests.first(count));
  }
}

// Keeps up to `window` receives and as many sends under way.
class Window {
 public:
  Window(const AlltoallArgs& args, int window)
      : args_(args), active_(2 * window), next_receive_(1), next_send_(1), window_(window) {}

  void run() {
    for (int i = 0; i < window_; i++) active_[i] = start_receive();
    for (int i = 0; i < window_; i++) active_[window_ + i] = start_send();
    while (!all_started()) {
      wait_for_any(active_.all());
      refill();
    }
    args_.wait_all(active_.all());
  }

 private:
  Request* start_receive() {
    while (next_receive_ < args_.size()) {
      const int from = (args_.rank() + next_receive_++) % args_.size();
      if (args_.in.size_bytes(from) > 0) return args_.start_receive(args_.in[from], from);
    }
    return nullptr;
  }
  Request* start_send() {
    while (next_send_ < args_.size()) {
      const int to = (args_.rank() - next_send_++ + args_.size()) % args_.size();
      if (args_.out.size_bytes(to) > 0) return args_.start_send(args_.out[to], to);
    }
    return nullptr;
  }
  bool all_started() const { return next_receive_ >= args_.size() && next_send_ >= args_.size(); }
  void refill() {
    for (int i = 0; i < 2 * window_; i++) {
      if (active_[i] == nullptr || !active_[i]->complete) continue;
      args_.wait(active_[i]);
      active_[i] = i < window_ ? start_receive() : start_send();
    }
  }

  const AlltoallArgs& args_;
  MemberArray<Request*, 64> active_;  // receives, then sends
  int next_receive_;
  int next_send_;
  int window_;
};

}  // namespace

void alltoall_throttled(const AlltoallArgs& args, int batch, Refill refill) {
  copy(args.out[args.rank()], args.in[args.rank()]);
  if (args.size() == 1) return;
  if (refill == Refill::batches) {
    run_batches(args, std::max(batch, 1));
  } else {
    Window(args, std::clamp(batch, 1, args.size() - 1)).run();
  }
}

}  // namespace smpi::coll
