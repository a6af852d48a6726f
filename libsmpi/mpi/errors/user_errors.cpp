// SPDX-License-Identifier: BSD-3-Clause
//
// A removed number is not given out again: an error code that a program kept never changes meaning.
#include "libsmpi/mpi/errors/user_errors.h"

#include <algorithm>

#include "libsmpi/mpi/errors/error_text.h"

namespace smpi {

int UserErrors::add_class() {
  const int added = ++last_used_;
  codes_[added] = {added, std::nullopt};
  return added;
}

std::optional<int> UserErrors::add_code(int error_class) {
  if (class_of(error_class) != error_class) return std::nullopt;
  const int added = ++last_used_;
  codes_[added] = {error_class, std::nullopt};
  return added;
}

bool UserErrors::remove_class(int error_class) {
  const auto found = codes_.find(error_class);
  if (found == codes_.end() || found->second.error_class != error_class) return false;
  const bool used = std::any_of(codes_.begin(), codes_.end(), [&](const auto& code) {
    return code.first != error_class && code.second.error_class == error_class;
  });
  if (used || found->second.text) return false;
  codes_.erase(found);
  return true;
}

bool UserErrors::remove_code(int code) {
  const auto found = codes_.find(code);
  if (found == codes_.end() || found->second.error_class == code || found->second.text) {
    return false;
  }
  codes_.erase(found);
  return true;
}

bool UserErrors::set_text(int code, std::string text) {
  const auto found = codes_.find(code);
  if (found == codes_.end()) return false;
  found->second.text = std::move(text);
  return true;
}

bool UserErrors::remove_text(int code) {
  const auto found = codes_.find(code);
  if (found == codes_.end() || !found->second.text) return false;
  found->second.text.reset();
  return true;
}

std::optional<int> UserErrors::class_of(int code) const {
  if (is_predefined_error(code)) return code;
  const auto found = codes_.find(code);
  if (found == codes_.end()) return std::nullopt;
  return found->second.error_class;
}

const std::string* UserErrors::text_of(int code) const {
  static const std::string none;
  const auto found = codes_.find(code);
  if (found == codes_.end()) return nullptr;
  return found->second.text ? &*found->second.text : &none;
}

}  // namespace smpi
