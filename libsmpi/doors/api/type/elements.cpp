// SPDX-License-Identifier: BSD-3-Clause
//
// How much a status says was received, in elements of a type (MPI 5.0, 3.2.5 and 5.1.11), and the
// reverse for generalized requests (MPI 5.0, 13.3).
#include <limits>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::api {
namespace {

enum class Unit : std::uint8_t { whole, basic };

// MPI_UNDEFINED when the bytes are no whole number of units, or the number does not fit.
MPI_Count received(const Datatype& type, MPI_Count size_bytes, Unit unit) {
  if (type.size_bytes() == 0) return 0;
  if (unit == Unit::basic) {
    return type.layout().signature.elements_in(size_bytes).value_or(MPI_UNDEFINED);
  }
  return size_bytes % type.size_bytes() == 0 ? size_bytes / type.size_bytes() : MPI_UNDEFINED;
}

template <class Int>
int get(const MPI_Status* status, MPI_Datatype handle, Int* count, Unit unit) {
  TypeCheck check;
  check.pointer(status, "status").pointer(count, "count");
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  const MPI_Count value = received(*type, read_status(*status).size_bytes, unit);
  *count = value <= std::numeric_limits<Int>::max() ? static_cast<Int>(value)
                                                    : static_cast<Int>(MPI_UNDEFINED);
  return MPI_SUCCESS;
}

// `count` basic elements of repetitions of the type, in bytes.
MPI_Count bytes_of_elements(const Datatype& type, MPI_Count count) {
  if (type.elements() == 0) return 0;
  MPI_Count size_bytes = count / type.elements() * type.size_bytes();
  MPI_Count rest = count % type.elements();
  type.layout().signature.for_each([&](datatype::Element element, std::int64_t elements) {
    const MPI_Count taken = std::min<MPI_Count>(rest, elements);
    size_bytes += taken * datatype::predefined(element).size_bytes;
    rest -= taken;
  });
  return size_bytes;
}

int set(MPI_Status* status, MPI_Datatype handle, MPI_Count count) {
  TypeCheck check;
  check.pointer(status, "status").count(count);
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  Status changed = read_status(*status);
  changed.size_bytes = bytes_of_elements(*type, count);
  write_status(changed, status);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  const LocalCall call;
  return get(status, datatype, count, Unit::whole);
}

int PMPI_Get_elements(const MPI_Status* status, MPI_Datatype datatype, int* count) {
  const LocalCall call;
  return get(status, datatype, count, Unit::basic);
}

int PMPI_Get_elements_x(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
  const LocalCall call;
  return get(status, datatype, count, Unit::basic);
}

int PMPI_Status_set_elements(MPI_Status* status, MPI_Datatype datatype, int count) {
  const LocalCall call;
  return set(status, datatype, count);
}

int PMPI_Status_set_elements_x(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
  const LocalCall call;
  return set(status, datatype, count);
}

#include <large_counts/type/elements.inc>

}  // extern "C"
