// SPDX-License-Identifier: BSD-3-Clause
//
// Requests of replays: by key in the order of posting, and by number.
#include "libsmpi/run/replay/request_store.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "libsmpi/run/replay/numbered_requests.h"

namespace smpi::replay {
namespace {

TEST(RequestStore, OldestFirst) {
  RequestStore store;
  EXPECT_FALSE(store.is_used());
  const RequestKey key{0, 1, 5};
  const RequestKey other{1, 0, 5};
  store.add(key, 1);
  store.add(other, 2);
  store.add(key, 3);
  EXPECT_EQ(store.number(store.find(key)), 1);
  store.remove(store.find(key));
  EXPECT_EQ(store.number(store.find(key)), 3);
  std::vector<std::int64_t> all;
  store.take_all(all);
  EXPECT_EQ(all, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(store.find(key), RequestStore::none);
  EXPECT_EQ(store.find({7, 7, 7}), RequestStore::none);
}

// 10^5 tags that are used once, each forgotten when nothing is pending.
TEST(RequestStore, KeysDoNotFillTheMemory) {
  RequestStore store;
  for (std::int64_t tag = 0; tag < 200'000; tag++) {
    store.add({0, 1, tag}, tag);
    ASSERT_EQ(store.number(store.find({0, 1, tag})), tag);
    store.remove(store.find({0, 1, tag}));
  }
  std::vector<std::int64_t> all;
  store.take_all(all);
  EXPECT_TRUE(all.empty());
}

// Against a map: a few live long, most end soon, in any order.
TEST(NumberedRequests, LikeAMap) {
  NumberedRequests requests;
  std::map<std::int64_t, MPI_Request> expected;
  std::mt19937_64 random(3);
  for (std::int64_t number = 1; number <= 100'000; number++) {
    const auto request = reinterpret_cast<MPI_Request>(number + 1000);
    requests.set(number, request);
    expected[number] = request;
    while (expected.size() > 1 + random() % 20) {
      auto victim = expected.begin();
      std::advance(victim, static_cast<std::ptrdiff_t>(random() % expected.size()));
      if (victim->first % 9973 == 0 && number < 90'000) break;  // lives long
      requests.set(victim->first, MPI_REQUEST_NULL);
      ASSERT_EQ(requests.find(victim->first), MPI_REQUEST_NULL);
      expected.erase(victim);
    }
    for (const auto& [live, handle] : expected) ASSERT_EQ(requests.find(live), handle) << live;
  }
  EXPECT_EQ(requests.find(0), MPI_REQUEST_NULL);
  EXPECT_EQ(requests.find(200'000), MPI_REQUEST_NULL);
}

}  // namespace
}  // namespace smpi::replay
