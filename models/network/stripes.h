// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that are cut into parts, one per rail (network/rail-policy:stripe): a message is there
// when its last part is, and has failed when its first part fails. It has several flows:
// Network::cancel() stops one of them only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/network.h"

namespace smpi::models {

class Stripes {
 public:
  // Whom a message is for.
  struct Addressee {
    kernel::EventHandler done;
    void* owner;
    std::uint32_t argument;
  };
  // Remembers a message; returns its number, with which each part ends in part_done() or in
  // part_failed().
  std::uint32_t begin(const Addressee& whole, std::uint32_t part_count);
  static void part_done(void* self, std::uint32_t message);
  // Whom a message is for, of which parts are under way.
  const Addressee& whole(std::uint32_t message) const { return messages_[message].whole; }
  // Whom to tell that the message has failed; nullopt: that is known.
  std::optional<Addressee> part_failed(std::uint32_t message);

 private:
  struct Message {
    Addressee whole = {};
    std::uint32_t left = 0;  // parts
    bool has_failed = false;
  };
  void end_part(std::uint32_t message);

  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;
};

}  // namespace smpi::models
