// SPDX-License-Identifier: BSD-3-Clause
//
// Info objects (MPI 5.0, 10): ordered (key, value) pairs of strings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libsmpi/handle_pool.h"
#include "libsmpi/reference.h"

namespace smpi {

class Info : public Counted {
 public:
  void set(std::string_view key, std::string_view value);
  // False when there is no such key.
  bool erase(std::string_view key);
  const std::string* find(std::string_view key) const;
  std::size_t size() const { return pairs_.size(); }
  const std::pair<std::string, std::string>& operator[](std::size_t i) const { return pairs_[i]; }

  HandleValue handle = 0;

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace smpi
