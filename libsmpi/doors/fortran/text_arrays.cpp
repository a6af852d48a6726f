// SPDX-License-Identifier: BSD-3-Clause
//
// Procedures with arrays of strings (MPI 5.0, 11.8: commands and arguments of spawned programs lose
// their leading blanks, too, and a blank argument ends the list), and those whose lengths count the
// null byte in C only (10, 11.3.2).
#include <vector>

#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"

namespace smpi::fortran {
namespace {

// A list of strings as C has it, with a null pointer at the end.
class TextList {
 public:
  void append(std::string text) { texts_.push_back(std::move(text)); }
  char** pointers() {
    pointers_.clear();
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    return pointers_.data();
  }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

// `count` elements of an array of CHARACTER(length), `stride` elements apart.
TextList list_of(const char* array, std::size_t length, int count) {
  TextList list;
  for (int i = 0; i < count; i++) {
    list.append(trimmed(array + static_cast<std::size_t>(i) * length, length, true));
  }
  return list;
}

// The elements before the first blank one, `stride` elements apart.
TextList list_until_blank(const char* array, std::size_t length, std::size_t stride = 1) {
  TextList list;
  for (;; array += stride * length) {
    std::string text = trimmed(array, length, true);
    if (text.empty()) return list;
    list.append(std::move(text));
  }
}

// What only the root gives need not be there at the others.
bool is_root(MPI_Comm comm, int root) {
  int rank = MPI_PROC_NULL;
  return PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && rank == root;
}

}  // namespace
}  // namespace smpi::fortran

using namespace smpi::fortran;  // NOLINT: the definitions below are Fortran's names

extern "C" {

void mpi_comm_spawn_(const char* command, const char* argv, const MPI_Fint* maxprocs,
                     const MPI_Fint* info, const MPI_Fint* root, const MPI_Fint* comm,
                     MPI_Fint* intercomm, MPI_Fint* array_of_errcodes, MPI_Fint* ierror,
                     std::size_t command_length, std::size_t argv_length) {
  const Caller caller(__builtin_return_address(0));
  const auto spawner = to_c<MPI_Comm>(*comm);
  const bool has_list = is_root(spawner, *root) && !is_argv_null(argv);
  TextList list = has_list ? list_until_blank(argv, argv_length) : TextList();
  TextList commands = list_of(command, command_length, 1);
  give_error(ierror,
             PMPI_Comm_spawn(commands.pointers()[0], has_list ? list.pointers() : MPI_ARGV_NULL,
                             *maxprocs, to_c<MPI_Info>(*info), *root, spawner,
                             HandleResult<MPI_Comm>(intercomm), as_error_codes(array_of_errcodes)));
}
SMPI_FORTRAN_NAMES(mpi_comm_spawn)

void mpi_comm_spawn_multiple_(const MPI_Fint* count, const char* array_of_commands,
                              const char* array_of_argv, const MPI_Fint* array_of_maxprocs,
                              MPI_Fint* array_of_info, const MPI_Fint* root, const MPI_Fint* comm,
                              MPI_Fint* intercomm, MPI_Fint* array_of_errcodes, MPI_Fint* ierror,
                              std::size_t command_length, std::size_t argv_length) {
  const Caller caller(__builtin_return_address(0));
  const auto spawner = to_c<MPI_Comm>(*comm);
  const int command_count = is_root(spawner, *root) ? *count : 0;
  TextList commands = list_of(array_of_commands, command_length, command_count);
  const bool has_lists = command_count > 0 && !is_argvs_null(array_of_argv);
  std::vector<TextList> lists;
  std::vector<char**> list_pointers;
  for (int i = 0; has_lists && i < command_count; i++) {
    lists.push_back(list_until_blank(array_of_argv + static_cast<std::size_t>(i) * argv_length,
                                     argv_length, static_cast<std::size_t>(command_count)));
  }
  for (TextList& list : lists) list_pointers.push_back(list.pointers());
  give_error(ierror, PMPI_Comm_spawn_multiple(
                         command_count, commands.pointers(),
                         has_lists ? list_pointers.data() : MPI_ARGVS_NULL, array_of_maxprocs,
                         HandleArray<MPI_Info>(array_of_info, command_count, false), *root, spawner,
                         HandleResult<MPI_Comm>(intercomm), as_error_codes(array_of_errcodes)));
}
SMPI_FORTRAN_NAMES(mpi_comm_spawn_multiple)

// Fortran has no argc and argv to give (MPI 5.0, 10).
void mpi_info_create_env_(MPI_Fint* info, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Info_create_env(0, nullptr, HandleResult<MPI_Info>(info)));
}
SMPI_FORTRAN_NAMES(mpi_info_create_env)

void mpi_info_get_string_(const MPI_Fint* info, const char* key, MPI_Fint* buflen, char* value,
                          MPI_Fint* flag, MPI_Fint* ierror, std::size_t key_length,
                          std::size_t value_length) {
  const Caller caller(__builtin_return_address(0));
  int buffer_bytes = *buflen > 0 ? *buflen + 1 : 0;
  const int code =
      PMPI_Info_get_string(to_c<MPI_Info>(*info), InfoText(key, key_length), &buffer_bytes,
                           TextResult(value, value_length, buffer_bytes), flag);
  if (code == MPI_SUCCESS && *flag != 0) *buflen = buffer_bytes - 1;
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_info_get_string)

void mpi_session_get_nth_pset_(const MPI_Fint* session, const MPI_Fint* info, const MPI_Fint* n,
                               MPI_Fint* pset_len, char* pset_name, MPI_Fint* ierror,
                               std::size_t name_length) {
  const Caller caller(__builtin_return_address(0));
  int buffer_bytes = *pset_len > 0 ? *pset_len + 1 : 0;
  const int code =
      PMPI_Session_get_nth_pset(to_c<MPI_Session>(*session), to_c<MPI_Info>(*info), *n,
                                &buffer_bytes, TextResult(pset_name, name_length, buffer_bytes));
  if (code == MPI_SUCCESS) *pset_len = buffer_bytes - 1;
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_session_get_nth_pset)

}  // extern "C"
