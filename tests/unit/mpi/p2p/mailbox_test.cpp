// SPDX-License-Identifier: BSD-3-Clause
//
// Matching against a plain list: random receives and messages, with wildcards, in short queues
// (scanned) and long ones (indexed).
#include "libsmpi/mpi/p2p/mailbox.h"

#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <random>
#include <vector>

#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {
namespace {

bool matches(const Request& receive, const Message& message) {
  return receive.channel == message.key.channel &&
         (receive.peer == any_source || receive.peer == message.key.source) &&
         (receive.tag == any_tag || receive.tag == message.key.tag);
}

// The same rules, by scanning lists in order of arrival.
struct PlainMailbox {
  std::list<Request*> receives;
  std::list<Message*> messages;

  Request* take_receive(const Message& message) {
    for (auto at = receives.begin(); at != receives.end(); ++at) {
      if (!matches(**at, message)) continue;
      Request* found = *at;
      receives.erase(at);
      return found;
    }
    return nullptr;
  }
  Message* find_message(const Request& receive) {
    for (Message* message : messages) {
      if (matches(receive, *message)) return message;
    }
    return nullptr;
  }
};

// `depth` decides how long the queues become: the share of receives over messages drifts.
void compare(unsigned seed, int steps, int sources, int tags, double wildcards) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Mailbox mailbox;
  PlainMailbox plain;
  std::vector<std::unique_ptr<Request>> requests;
  std::vector<std::unique_ptr<Message>> messages;
  for (int step = 0; step < steps; step++) {
    const bool prefer_receives = (step / 200) % 2 == 0;
    if (uniform(random) < (prefer_receives ? 0.7 : 0.3)) {
      requests.push_back(std::make_unique<Request>());
      Request& receive = *requests.back();
      receive.channel = random() % 2;
      receive.peer =
          uniform(random) < wildcards ? any_source : static_cast<int>(random() % sources);
      receive.tag = uniform(random) < wildcards ? any_tag : static_cast<int>(random() % tags);
      Message* expected = plain.find_message(receive);
      Message* found = mailbox.find_message({receive.channel, receive.peer, receive.tag});
      ASSERT_EQ(found, expected) << "step " << step;
      if (found != nullptr) {
        plain.messages.remove(found);
        mailbox.remove_unexpected(*found);
      } else {
        plain.receives.push_back(&receive);
        mailbox.post(receive);
      }
    } else {
      messages.push_back(std::make_unique<Message>());
      Message& message = *messages.back();
      message.key = {static_cast<std::uint32_t>(random() % 2), static_cast<int>(random() % sources),
                     static_cast<int>(random() % tags)};
      Request* expected = plain.take_receive(message);
      ASSERT_EQ(mailbox.take_receive(message.key), expected) << "step " << step;
      if (expected == nullptr) {
        plain.messages.push_back(&message);
        mailbox.add_unexpected(message);
      }
    }
    ASSERT_EQ(mailbox.posted_count(), plain.receives.size());
    ASSERT_EQ(mailbox.unexpected_count(), plain.messages.size());
    if (step % 7 == 0 && !plain.receives.empty()) {  // a cancelled receive
      Request* cancelled = plain.receives.back();
      plain.receives.pop_back();
      mailbox.unpost(*cancelled);
    }
  }
}

TEST(Mailbox, AgreesWithPlainListsOnShortQueues) {
  for (unsigned seed = 0; seed < 20; seed++) compare(seed, 1000, 3, 2, 0.3);
}

TEST(Mailbox, AgreesWithPlainListsOnLongQueuesWithoutWildcards) {
  for (unsigned seed = 0; seed < 10; seed++) compare(seed, 4000, 50, 40, 0);
}

TEST(Mailbox, AgreesWithPlainListsOnLongQueuesWithWildcards) {
  for (unsigned seed = 0; seed < 10; seed++) compare(seed, 4000, 50, 40, 0.02);
}

TEST(Mailbox, KeysThatAreUsedOnceDoNotAccumulate) {
  Mailbox mailbox;
  std::vector<std::unique_ptr<Message>> messages;
  for (int tag = 0; tag < 100; tag++) {
    messages.push_back(std::make_unique<Message>());
    messages.back()->key = {0, 1, tag};
    mailbox.add_unexpected(*messages.back());
  }
  for (int tag = 100; tag < 100000; tag++) {
    Message* oldest = mailbox.find_message({0, 1, tag - 100});
    ASSERT_NE(oldest, nullptr);
    mailbox.remove_unexpected(*oldest);
    oldest->key.tag = tag;
    mailbox.add_unexpected(*oldest);
  }
  EXPECT_EQ(mailbox.unexpected_count(), 100U);
}

}  // namespace
}  // namespace smpi::p2p
