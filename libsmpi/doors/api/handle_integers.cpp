// SPDX-License-Identifier: BSD-3-Clause
//
// Handles and statuses as integers: for ABI converters (MPI 5.0, 20.4) and for Fortran (19.3.4).
//
// Our handles are integers below 2^31 (handle_pool.h), so every conversion is a cast and may be
// called at any time: no door. A Fortran status is the C status as 8 INTEGERs.
#include <cstdint>
#include <cstring>

#include "include/mpi.h"

namespace {

template <class Handle>
int to_int(Handle handle) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
}

template <class Handle>
Handle from_int(int value) {
  return reinterpret_cast<Handle>(static_cast<std::intptr_t>(value));
}

// What MPI_F_STATUS_IGNORE and the like are the addresses of.
MPI_F08_status ignored_status;
MPI_F08_status ignored_statuses;

static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint));
static_assert(sizeof(MPI_Status) == sizeof(MPI_F08_status));

// MPI 19.3.5: there is nothing to convert in a status that is ignored.
int convert(const void* from, void* to) {
  if (from == nullptr || to == nullptr || from == &ignored_status || from == &ignored_statuses) {
    return MPI_ERR_ARG;
  }
  std::memcpy(to, from, sizeof(MPI_Status));
  return MPI_SUCCESS;
}

}  // namespace

extern "C" {

MPI_Fint* smpi_f_status_ignore(void) {
  return &ignored_status.MPI_SOURCE;
}
MPI_Fint* smpi_f_statuses_ignore(void) {
  return &ignored_statuses.MPI_SOURCE;
}
MPI_F08_status* smpi_f08_status_ignore(void) {
  return &ignored_status;
}
MPI_F08_status* smpi_f08_statuses_ignore(void) {
  return &ignored_statuses;
}

int PMPI_Comm_toint(MPI_Comm comm) {
  return to_int(comm);
}
MPI_Comm PMPI_Comm_fromint(int comm) {
  return from_int<MPI_Comm>(comm);
}
MPI_Fint PMPI_Comm_c2f(MPI_Comm comm) {
  return to_int(comm);
}
MPI_Comm PMPI_Comm_f2c(MPI_Fint comm) {
  return from_int<MPI_Comm>(comm);
}

int PMPI_Errhandler_toint(MPI_Errhandler errhandler) {
  return to_int(errhandler);
}
MPI_Errhandler PMPI_Errhandler_fromint(int errhandler) {
  return from_int<MPI_Errhandler>(errhandler);
}
MPI_Fint PMPI_Errhandler_c2f(MPI_Errhandler errhandler) {
  return to_int(errhandler);
}
MPI_Errhandler PMPI_Errhandler_f2c(MPI_Fint errhandler) {
  return from_int<MPI_Errhandler>(errhandler);
}

int PMPI_File_toint(MPI_File file) {
  return to_int(file);
}
MPI_File PMPI_File_fromint(int file) {
  return from_int<MPI_File>(file);
}
MPI_Fint PMPI_File_c2f(MPI_File file) {
  return to_int(file);
}
MPI_File PMPI_File_f2c(MPI_Fint file) {
  return from_int<MPI_File>(file);
}

int PMPI_Group_toint(MPI_Group group) {
  return to_int(group);
}
MPI_Group PMPI_Group_fromint(int group) {
  return from_int<MPI_Group>(group);
}
MPI_Fint PMPI_Group_c2f(MPI_Group group) {
  return to_int(group);
}
MPI_Group PMPI_Group_f2c(MPI_Fint group) {
  return from_int<MPI_Group>(group);
}

int PMPI_Info_toint(MPI_Info info) {
  return to_int(info);
}
MPI_Info PMPI_Info_fromint(int info) {
  return from_int<MPI_Info>(info);
}
MPI_Fint PMPI_Info_c2f(MPI_Info info) {
  return to_int(info);
}
MPI_Info PMPI_Info_f2c(MPI_Fint info) {
  return from_int<MPI_Info>(info);
}

int PMPI_Message_toint(MPI_Message message) {
  return to_int(message);
}
MPI_Message PMPI_Message_fromint(int message) {
  return from_int<MPI_Message>(message);
}
MPI_Fint PMPI_Message_c2f(MPI_Message message) {
  return to_int(message);
}
MPI_Message PMPI_Message_f2c(MPI_Fint message) {
  return from_int<MPI_Message>(message);
}

int PMPI_Op_toint(MPI_Op op) {
  return to_int(op);
}
MPI_Op PMPI_Op_fromint(int op) {
  return from_int<MPI_Op>(op);
}
MPI_Fint PMPI_Op_c2f(MPI_Op op) {
  return to_int(op);
}
MPI_Op PMPI_Op_f2c(MPI_Fint op) {
  return from_int<MPI_Op>(op);
}

int PMPI_Request_toint(MPI_Request request) {
  return to_int(request);
}
MPI_Request PMPI_Request_fromint(int request) {
  return from_int<MPI_Request>(request);
}
MPI_Fint PMPI_Request_c2f(MPI_Request request) {
  return to_int(request);
}
MPI_Request PMPI_Request_f2c(MPI_Fint request) {
  return from_int<MPI_Request>(request);
}

int PMPI_Session_toint(MPI_Session session) {
  return to_int(session);
}
MPI_Session PMPI_Session_fromint(int session) {
  return from_int<MPI_Session>(session);
}
MPI_Fint PMPI_Session_c2f(MPI_Session session) {
  return to_int(session);
}
MPI_Session PMPI_Session_f2c(MPI_Fint session) {
  return from_int<MPI_Session>(session);
}

int PMPI_Type_toint(MPI_Datatype datatype) {
  return to_int(datatype);
}
MPI_Datatype PMPI_Type_fromint(int datatype) {
  return from_int<MPI_Datatype>(datatype);
}
MPI_Fint PMPI_Type_c2f(MPI_Datatype datatype) {
  return to_int(datatype);
}
MPI_Datatype PMPI_Type_f2c(MPI_Fint datatype) {
  return from_int<MPI_Datatype>(datatype);
}

int PMPI_Win_toint(MPI_Win win) {
  return to_int(win);
}
MPI_Win PMPI_Win_fromint(int win) {
  return from_int<MPI_Win>(win);
}
MPI_Fint PMPI_Win_c2f(MPI_Win win) {
  return to_int(win);
}
MPI_Win PMPI_Win_f2c(MPI_Fint win) {
  return from_int<MPI_Win>(win);
}

int PMPI_Status_c2f(const MPI_Status* c_status, MPI_Fint* f_status) {
  return convert(c_status, f_status);
}
int PMPI_Status_c2f08(const MPI_Status* c_status, MPI_F08_status* f08_status) {
  return convert(c_status, f08_status);
}
int PMPI_Status_f082c(const MPI_F08_status* f08_status, MPI_Status* c_status) {
  return convert(f08_status, c_status);
}
int PMPI_Status_f082f(const MPI_F08_status* f08_status, MPI_Fint* f_status) {
  return convert(f08_status, f_status);
}
int PMPI_Status_f2c(const MPI_Fint* f_status, MPI_Status* c_status) {
  return convert(f_status, c_status);
}
int PMPI_Status_f2f08(const MPI_Fint* f_status, MPI_F08_status* f08_status) {
  return convert(f_status, f08_status);
}

}  // extern "C"
