// SPDX-License-Identifier: BSD-3-Clause
//
// Where the members of a collective creation find each other.
//
// All ranks live in one process, so what a real MPI would agree on by messages (a context, the
// members of a new communicator, the edges of a graph) is kept once, in a meeting: the first member
// that arrives opens it under a key that all members can compute alone, each may leave something
// for the others, and the last one to leave closes it. The messages are simulated all the same
// (creation/agreement.h): a member that needs what the others brought reads it only after the
// simulated exchange, which no member can end before all have begun it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace smpi {
class Simulation;
}

namespace smpi::comm {

struct MeetingKey {
  std::uint32_t context;    // of the communicator it is about; 0 when there is none
  std::int64_t number;      // which creation on it, or the tag given by the program
  std::int64_t detail = 0;  // separates meetings of disjoint members under one number
  std::string text = {};    // the string tag given by the program
  auto operator<=>(const MeetingKey&) const = default;
};

// What the members share until the last has left; each kind of creation derives its own.
class Meeting {
 public:
  virtual ~Meeting() = default;

 private:
  friend class MeetingTable;
  std::size_t member_count_ = 0;
  std::size_t left_count_ = 0;
};

class MeetingTable {
 public:
  // The meeting under `key`, opened if need be; nullptr when the members are at meetings of
  // different kinds, which means that the program's collective calls do not match.
  template <class Kind>
  Kind* enter(const MeetingKey& key, std::size_t member_count) {
    std::unique_ptr<Meeting>& meeting = meetings_[key];
    if (!meeting) {
      meeting = std::make_unique<Kind>();
      meeting->member_count_ = member_count;
    }
    return dynamic_cast<Kind*>(meeting.get());
  }
  // An open one of this kind that passes test(key, meeting); nullptr when there is none.
  template <class Kind, class Test>
  Kind* find(Test&& test) const {
    for (const auto& [key, meeting] : meetings_) {
      auto* const found = dynamic_cast<Kind*>(meeting.get());
      if (found != nullptr && test(key, *found)) return found;
    }
    return nullptr;
  }
  void close(const MeetingKey& key) { meetings_.erase(key); }
  void leave(const MeetingKey& key) {
    const auto found = meetings_.find(key);
    if (++found->second->left_count_ == found->second->member_count_) meetings_.erase(found);
  }

 private:
  std::map<MeetingKey, std::unique_ptr<Meeting>> meetings_;
};

// Ends the run with a report that the collective calls of a communicator do not match.
[[noreturn]] void refuse_mismatch();

MeetingTable& meetings(Simulation& simulation);

// A member's attendance: enters, and leaves at the end of the scope.
template <class Kind>
class Attendance {
 public:
  Attendance(Simulation& simulation, MeetingKey key, std::size_t member_count)
      : table_(meetings(simulation)),
        key_(std::move(key)),
        meeting_(table_.enter<Kind>(key_, member_count)) {
    if (meeting_ == nullptr) refuse_mismatch();
  }
  ~Attendance() { table_.leave(key_); }
  Attendance(const Attendance&) = delete;
  Attendance& operator=(const Attendance&) = delete;

  Kind* operator->() const { return meeting_; }
  Kind& operator*() const { return *meeting_; }

 private:
  MeetingTable& table_;
  MeetingKey key_;
  Kind* meeting_;
};

}  // namespace smpi::comm
