// SPDX-License-Identifier: BSD-3-Clause
//
// Error codes, classes and texts (MPI 5.0, 9.4 and 9.5). Our codes are the classes themselves. All
// of these may be called before MPI_Init and after MPI_Finalize.
#include <cstring>
#include <optional>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/errors/error_text.h"
#include "libsmpi/mpi/errors/user_errors.h"

namespace smpi::api {
namespace {

int refuse_code(const char* detail) {
  return raise(nullptr, MPI_ERR_ARG, detail);
}

UserErrors& user_errors() {
  return current_rank().user_errors;
}

// Numbers up to MPI_ERR_LASTCODE that the standard keeps for later are codes of no known class, so
// that a program may ask for the text of each (MPI 5.0, 9.4).
std::optional<int> class_of(int code) {
  const auto known = user_errors().class_of(code);
  if (known || code < 0 || code > MPI_ERR_LASTCODE) return known;
  return MPI_ERR_UNKNOWN;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Error_class(int errorcode, int* errorclass) {
  const AnyTimeCall call;
  Check check;
  check.pointer(errorclass, "errorclass");
  if (check.failed()) return check.raise();
  const auto found = class_of(errorcode);
  if (!found) return refuse_code("not an error code");
  *errorclass = *found;
  return MPI_SUCCESS;
}

int PMPI_Error_string(int errorcode, char* string, int* resultlen) {
  const AnyTimeCall call;
  Check check;
  check.pointer(string, "string").pointer(resultlen, "resultlen");
  if (check.failed()) return check.raise();
  if (!class_of(errorcode)) return refuse_code("not an error code");
  const std::string text = error_text(errorcode);
  std::memcpy(string, text.c_str(), text.size() + 1);
  *resultlen = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

int PMPI_Add_error_class(int* errorclass) {
  const AnyTimeCall call;
  Check check;
  check.pointer(errorclass, "errorclass");
  if (check.failed()) return check.raise();
  *errorclass = user_errors().add_class();
  return MPI_SUCCESS;
}

int PMPI_Add_error_code(int errorclass, int* errorcode) {
  const AnyTimeCall call;
  Check check;
  check.pointer(errorcode, "errorcode");
  if (check.failed()) return check.raise();
  const auto added = user_errors().add_code(errorclass);
  if (!added) return refuse_code("not an error class");
  *errorcode = *added;
  return MPI_SUCCESS;
}

int PMPI_Add_error_string(int errorcode, const char* string) {
  const AnyTimeCall call;
  Check check;
  check.pointer(string, "string")
      .require(string == nullptr || std::strlen(string) < MPI_MAX_ERROR_STRING, MPI_ERR_ARG,
               "the text is longer than MPI_MAX_ERROR_STRING");
  if (check.failed()) return check.raise();
  if (user_errors().set_text(errorcode, string)) return MPI_SUCCESS;
  return refuse_code("the code was not added by the program");
}

int PMPI_Remove_error_class(int errorclass) {
  const AnyTimeCall call;
  if (user_errors().remove_class(errorclass)) return MPI_SUCCESS;
  return refuse_code("not a class that the program added, or it still has codes or a text");
}

int PMPI_Remove_error_code(int errorcode) {
  const AnyTimeCall call;
  if (user_errors().remove_code(errorcode)) return MPI_SUCCESS;
  return refuse_code("not a code that the program added, or it still has a text");
}

int PMPI_Remove_error_string(int errorcode) {
  const AnyTimeCall call;
  if (user_errors().remove_text(errorcode)) return MPI_SUCCESS;
  return refuse_code("the program added no text to this code");
}

}  // extern "C"
