// SPDX-License-Identifier: BSD-3-Clause
//
// Error classes and codes that a program adds (MPI 5.0, 9.5). Classes and codes share one range of
// numbers above MPI_ERR_LASTCODE; each process has its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "include/mpi.h"

namespace smpi {

class UserErrors {
 public:
  int add_class();
  // nullopt when there is no such class, predefined or added.
  std::optional<int> add_code(int error_class);
  // The removals return false when the number was not added by the program; a class must have no
  // codes left.
  bool remove_class(int error_class);
  bool remove_code(int code);
  bool set_text(int code, std::string text);
  bool remove_text(int code);

  // The class of a predefined or added code; nullopt for a number that is neither.
  std::optional<int> class_of(int code) const;
  // nullptr for a number that was not added; an added one has an empty text at first.
  const std::string* text_of(int code) const;
  // What MPI_ERR_OTHER is about from now on, such as "link NAME failed"; empty: not known.
  void set_cause(std::string cause) { cause_ = std::move(cause); }
  const std::string& cause() const { return cause_; }

  // MPI_LASTUSEDCODE. It never goes down.
  int& last_used() { return last_used_; }

 private:
  struct Code {
    int error_class;  // its own number for a class
    std::optional<std::string> text;
  };
  std::map<int, Code> codes_;
  int last_used_ = MPI_ERR_LASTCODE;
  std::string cause_;
};

}  // namespace smpi
