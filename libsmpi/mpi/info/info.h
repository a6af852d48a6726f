// SPDX-License-Identifier: BSD-3-Clause
//
// Info objects (MPI 5.0, 10): ordered (key, value) pairs of strings.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

struct Rank;

class Info : public Counted {
 public:
  void set(std::string_view key, std::string_view value);
  // False when there is no such key.
  bool erase(std::string_view key);
  const std::string* find(std::string_view key) const;
  std::size_t size() const { return pairs_.size(); }
  const std::pair<std::string, std::string>& operator[](std::size_t i) const { return pairs_[i]; }

  HandleValue handle = 0;
  Rank* owner = nullptr;
  const void* made_at = nullptr;  // return address of the call that made it

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

// A new object with a handle of the running rank; it starts as a copy of `pairs`, if given.
Info& make_info(const Info* pairs = nullptr);
// nullptr when it is MPI_INFO_NULL, freed, or never was. MPI_INFO_ENV is the rank's own.
Info* find_info(MPI_Info handle);
MPI_Info to_handle(const Info& info);
void free_info(Info& info);

}  // namespace smpi
