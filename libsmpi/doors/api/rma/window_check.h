// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of the arguments of one-sided calls: as api/check.h, but errors go to the window's
// handler.
#pragma once

#include <string>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/rma/window.h"

namespace smpi::api {

// Reports a wrong call through the error handler of a window (of MPI_COMM_SELF when nullptr).
int raise_on_window(const Window* window, int code, std::string_view detail = {});

class WindowCheck {
 public:
  explicit WindowCheck(MPI_Win handle) : window_(find_window(handle)) {
    if (window_ == nullptr) fail(MPI_ERR_WIN, "null or freed window");
  }
  WindowCheck& require(bool condition, int code, const char* detail) {
    if (!condition) fail(code, detail);
    return *this;
  }
  WindowCheck& target(int rank);
  bool failed() const { return code_ != MPI_SUCCESS; }
  int raise() const { return raise_on_window(window_, code_, detail_); }
  Window* window() const { return window_; }
  void fail(int code, std::string detail) {
    if (failed()) return;
    code_ = code;
    detail_ = std::move(detail);
  }

 private:
  Window* window_;
  int code_ = MPI_SUCCESS;
  std::string detail_;
};

}  // namespace smpi::api
