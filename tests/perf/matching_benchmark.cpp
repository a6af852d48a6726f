// SPDX-License-Identifier: BSD-3-Clause
//
// Matching: a message and its receive, with `depth` others in the queue.
#include <benchmark/benchmark.h>

#include <vector>

#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"

namespace {

using smpi::Request;
using smpi::p2p::Mailbox;
using smpi::p2p::MatchKey;
using smpi::p2p::Message;

constexpr MatchKey wanted{1, 3, 7};

std::vector<Request> receives(std::int64_t count, int first_tag) {
  std::vector<Request> requests(static_cast<std::size_t>(count));
  for (Request& receive : requests) {
    receive.channel = wanted.channel;
    receive.peer = wanted.source;
    receive.tag = first_tag++;
  }
  return requests;
}

// Receives of other tags wait; one more is posted and its message comes.
void posted_receive(benchmark::State& state) {
  Mailbox mailbox;
  std::vector<Request> others = receives(state.range(0), wanted.tag + 1);
  for (Request& receive : others) mailbox.post(receive);
  std::vector<Request> mine = receives(1, wanted.tag);
  for (auto _ : state) {
    mailbox.post(mine[0]);
    benchmark::DoNotOptimize(mailbox.take_receive(wanted));
  }
  for (Request& receive : others) mailbox.unpost(receive);
}
BENCHMARK(posted_receive)->Arg(0)->Arg(4)->Arg(1000)->Arg(100000);

// Messages of other tags wait; one more comes, and a receive for `pattern`.
void unexpected_message(benchmark::State& state, const MatchKey& pattern) {
  Mailbox mailbox;
  std::vector<Message> others(static_cast<std::size_t>(state.range(0)));
  int tag = wanted.tag + 1;
  for (Message& message : others) {
    message.key = {wanted.channel, wanted.source + 1, tag++};
    mailbox.add_unexpected(message);
  }
  Message mine;
  mine.key = wanted;
  for (auto _ : state) {
    mailbox.add_unexpected(mine);
    mailbox.remove_unexpected(*mailbox.find_message(pattern));
  }
  for (Message& message : others) mailbox.remove_unexpected(message);
}
BENCHMARK_CAPTURE(unexpected_message, exact, wanted)->Arg(0)->Arg(4)->Arg(1000)->Arg(100000);
BENCHMARK_CAPTURE(unexpected_message, any_source,
                  MatchKey{wanted.channel, smpi::p2p::any_source, wanted.tag})
    ->Arg(0)
    ->Arg(1000)
    ->Arg(100000);

}  // namespace

BENCHMARK_MAIN();
