// SPDX-License-Identifier: BSD-3-Clause
//
// What debug information says about the arguments of a function, in the words of overlays
// (modeled/overlay/signature.h): "int M, int N, const double* A" without the const.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace smpi::load {

struct FunctionType {
  // Empty when there are none, or when `obstacle` says why they cannot be written.
  std::string arguments;
  std::string obstacle;
  // A scalar type, "void", or "pointer"; empty for what is none of these, such as the class or the
  // long double that `result_obstacle` names. What is not returned in registers shifts the
  // arguments by a hidden pointer, and they are not told either.
  std::string result;
  std::string result_obstacle;
};

class FunctionTypes {
 public:
  FunctionTypes();
  ~FunctionTypes();
  // The function that begins at `address`, relative to the load address of the file; nothing when
  // debug information does not describe it.
  std::optional<FunctionType> find(const std::string& path, std::uint64_t address);

 private:
  class File;
  std::map<std::string, std::unique_ptr<File>> files_;
};

}  // namespace smpi::load
