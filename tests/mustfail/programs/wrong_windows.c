/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls about windows and files; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static MPI_Win window = MPI_WIN_NULL;
static MPI_File file = MPI_FILE_NULL;
static int memory[16];

static void make_window(void) {
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, WORLD, &window);
  MPI_Win_set_errhandler(window, handler);
}
static void make_fenced(void) {
  make_window();
  MPI_Win_fence(0, window);
}
static void make_dynamic(void) {
  MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &window);
  MPI_Win_set_errhandler(window, handler);
}
static int put(int target, MPI_Aint at, int count) {
  return MPI_Put(&value, 1, MPI_INT, target, at, count, MPI_INT, window);
}

static int window_size(void) {
  return MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, WORLD, &window);
}
static int window_unmapped(void) {
  return MPI_Win_create(memory, (MPI_Aint)1 << 46, 1, MPI_INFO_NULL, WORLD, &window);
}
static int window_unit(void) {
  return MPI_Win_create(memory, 8, 0, MPI_INFO_NULL, WORLD, &window);
}
static int window_comm(void) {
  return MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_NULL, &window);
}
static int no_epoch(void) {
  make_window();
  return put(0, 0, 1);
}
static int put_rank(void) {
  make_fenced();
  return put(size, 0, 1);
}
static int put_beyond(void) {
  make_fenced();
  return put(0, 16, 1);
}
static int put_before(void) {
  make_fenced();
  return put(0, -1, 1);
}
static int put_count(void) {
  make_fenced();
  return put(0, 0, -1);
}
static int put_null(void) {
  make_fenced();
  return MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
}
static int get_null(void) {
  make_fenced();
  return MPI_Get(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
}
static int accumulate_null(void) {
  make_fenced();
  return MPI_Accumulate(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
}
static int fetch_null(void) {
  make_fenced();
  return MPI_Fetch_and_op(&value, NULL, MPI_INT, 0, 0, MPI_SUM, window);
}
static int put_type(void) {
  make_fenced();
  return MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, window);
}
static int put_longer(void) {
  make_fenced();
  return MPI_Put(values, 4, MPI_INT, 0, 0, 2, MPI_INT, window);
}
static int get_longer(void) {
  make_fenced();
  return MPI_Get(values, 2, MPI_INT, 0, 0, 4, MPI_INT, window);
}
static void add(void* in, void* out, int* count, MPI_Datatype* of) {
  (void)in, (void)out, (void)count, (void)of;
}
static int accumulate_own_op(void) {
  MPI_Op op;
  make_fenced();
  MPI_Op_create(add, 1, &op);
  return MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, op, window);
}
static int accumulate_null_op(void) {
  make_fenced();
  return MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, window);
}
static int accumulate_mixed(void) {
  const int lengths[2] = {1, 1};
  const MPI_Aint displacements[2] = {0, 8};
  const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  make_fenced();
  MPI_Type_create_struct(2, lengths, displacements, types, &type);
  MPI_Type_commit(&type);
  return MPI_Accumulate(values, 1, type, 0, 0, 1, type, MPI_SUM, window);
}
static int fetch_derived(void) {
  make_fenced();
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  return MPI_Fetch_and_op(values, &values[8], type, 0, 0, MPI_SUM, window);
}
static int swap_floating(void) {
  double one = 1, two = 2, three;
  make_fenced();
  return MPI_Compare_and_swap(&one, &two, &three, MPI_DOUBLE, 0, 0, window);
}
static int rput_in_fence(void) {
  make_fenced();
  return MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
}
static int lock_twice(void) {
  make_window();
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
  return MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
}
static int unlock_free(void) {
  make_window();
  return MPI_Win_unlock(0, window);
}
static int lock_kind(void) {
  make_window();
  return MPI_Win_lock(99, 0, 0, window);
}
static int lock_rank(void) {
  make_window();
  return MPI_Win_lock(MPI_LOCK_SHARED, size, 0, window);
}
static int lock_assertion(void) {
  make_window();
  return MPI_Win_lock(MPI_LOCK_SHARED, 0, 1 << 30, window);
}
static int complete_nothing(void) {
  make_window();
  return MPI_Win_complete(window);
}
static int wait_nothing(void) {
  make_window();
  return MPI_Win_wait(window);
}
static int fence_while_locked(void) {
  make_window();
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
  return MPI_Win_fence(0, window);
}
static int fence_assertion(void) {
  make_window();
  return MPI_Win_fence(1 << 30, window);
}
static int flush_nothing(void) {
  make_window();
  return MPI_Win_flush(0, window);
}
static int unlock_all_free(void) {
  make_window();
  return MPI_Win_unlock_all(window);
}
static int free_locked(void) {
  make_window();
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
  return MPI_Win_free(&window);
}
static int free_null_window(void) {
  return MPI_Win_free(&window);
}
static int use_freed_window(void) {
  MPI_Win old;
  make_window();
  old = window;
  MPI_Win_free(&window);
  return MPI_Win_fence(0, old);
}
static int attach_static(void) {
  make_window();
  return MPI_Win_attach(window, values, sizeof values);
}
static int detach_unknown(void) {
  make_dynamic();
  return MPI_Win_detach(window, values);
}
static int attach_twice(void) {
  make_dynamic();
  MPI_Win_attach(window, values, sizeof values);
  return MPI_Win_attach(window, values, sizeof values);
}
static int put_unattached(void) {
  MPI_Aint address;
  make_dynamic();
  MPI_Get_address(values, &address);
  MPI_Win_fence(0, window);
  return put(rank, address, 1);
}
static int start_null_group(void) {
  make_window();
  return MPI_Win_start(MPI_GROUP_NULL, 0, window);
}

static int open_as(const char* name, int mode) {
  const int code = MPI_File_open(WORLD, name, mode, MPI_INFO_NULL, &file);
  if (code == MPI_SUCCESS) MPI_File_set_errhandler(file, handler);
  return code;
}
static void make_file(int mode) {
  open_as("wrong.data", MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_File_close(&file);
  MPI_Barrier(WORLD);
  open_as("wrong.data", mode | MPI_MODE_DELETE_ON_CLOSE);
}
/* The file goes away with the case, unless the error ends the program. */
static int closing(int code) {
  MPI_File_close(&file);
  return code;
}
static int open_missing(void) {
  return open_as("missing.data", MPI_MODE_RDONLY);
}
static int open_mode(void) {
  return open_as("mode.data", MPI_MODE_RDONLY | MPI_MODE_RDWR);
}
static int open_no_mode(void) {
  return open_as("mode.data", MPI_MODE_CREATE);
}
static int create_read_only(void) {
  return open_as("mode.data", MPI_MODE_CREATE | MPI_MODE_RDONLY);
}
static int open_folder(void) {
  return open_as("/no/such/folder/file", MPI_MODE_CREATE | MPI_MODE_RDWR);
}
static int write_read_only(void) {
  make_file(MPI_MODE_RDONLY);
  return closing(MPI_File_write(file, &value, 1, MPI_INT, &status));
}
static int read_write_only(void) {
  make_file(MPI_MODE_WRONLY);
  return closing(MPI_File_read(file, &value, 1, MPI_INT, &status));
}
static int seek_whence(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_seek(file, 0, 99));
}
static int seek_negative(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_seek(file, -4, MPI_SEEK_SET));
}
static int read_offset(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_read_at(file, -1, &value, 1, MPI_INT, &status));
}
static int write_count(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_write(file, &value, -1, MPI_INT, &status));
}
static int write_type(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_write(file, &value, 1, MPI_DATATYPE_NULL, &status));
}
static int view_representation(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external64", MPI_INFO_NULL));
}
static int view_displacement(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_set_view(file, -9, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
}
static int view_type(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_set_view(file, 0, MPI_INT, MPI_DATATYPE_NULL, "native", MPI_INFO_NULL));
}
static int view_not_whole(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_INT, "native", MPI_INFO_NULL));
}
static int end_without_begin(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_write_all_end(file, &value, &status));
}
static int begin_twice(void) {
  make_file(MPI_MODE_RDWR);
  MPI_File_write_all_begin(file, &value, 1, MPI_INT);
  const int code = MPI_File_write_all_begin(file, &value, 1, MPI_INT);
  MPI_File_write_all_end(file, &value, &status);
  return closing(code);
}
static int file_size(void) {
  make_file(MPI_MODE_RDWR);
  return closing(MPI_File_set_size(file, -1));
}
static int sequential_offset(void) {
  make_file(MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  return closing(MPI_File_write_at(file, 0, &value, 1, MPI_INT, &status));
}
static int close_null_file(void) {
  return MPI_File_close(&file);
}
static int use_closed_file(void) {
  make_file(MPI_MODE_RDWR);
  const MPI_File old = file;
  MPI_File_close(&file);
  return MPI_File_write(old, &value, 1, MPI_INT, &status);
}
static int delete_missing(void) {
  return MPI_File_delete("missing.data", MPI_INFO_NULL);
}

static const WrongCall calls[] = {
    {"window_size", window_size},
    {"window_unmapped", window_unmapped},
    {"window_unit", window_unit},
    {"window_comm", window_comm},
    {"no_epoch", no_epoch},
    {"put_rank", put_rank},
    {"put_beyond", put_beyond},
    {"put_before", put_before},
    {"put_count", put_count},
    {"put_null", put_null},
    {"get_null", get_null},
    {"accumulate_null", accumulate_null},
    {"fetch_null", fetch_null},
    {"put_type", put_type},
    {"put_longer", put_longer},
    {"get_longer", get_longer},
    {"accumulate_own_op", accumulate_own_op},
    {"accumulate_null_op", accumulate_null_op},
    {"accumulate_mixed", accumulate_mixed},
    {"fetch_derived", fetch_derived},
    {"swap_floating", swap_floating},
    {"rput_in_fence", rput_in_fence},
    {"lock_twice", lock_twice},
    {"unlock_free", unlock_free},
    {"lock_kind", lock_kind},
    {"lock_rank", lock_rank},
    {"lock_assertion", lock_assertion},
    {"complete_nothing", complete_nothing},
    {"wait_nothing", wait_nothing},
    {"fence_while_locked", fence_while_locked},
    {"fence_assertion", fence_assertion},
    {"flush_nothing", flush_nothing},
    {"unlock_all_free", unlock_all_free},
    {"free_locked", free_locked},
    {"free_null_window", free_null_window},
    {"use_freed_window", use_freed_window},
    {"attach_static", attach_static},
    {"detach_unknown", detach_unknown},
    {"attach_twice", attach_twice},
    {"put_unattached", put_unattached},
    {"start_null_group", start_null_group},
    {"open_missing", open_missing},
    {"open_mode", open_mode},
    {"open_no_mode", open_no_mode},
    {"create_read_only", create_read_only},
    {"open_folder", open_folder},
    {"write_read_only", write_read_only},
    {"read_write_only", read_write_only},
    {"seek_whence", seek_whence},
    {"seek_negative", seek_negative},
    {"read_offset", read_offset},
    {"write_count", write_count},
    {"write_type", write_type},
    {"view_representation", view_representation},
    {"view_displacement", view_displacement},
    {"view_type", view_type},
    {"view_not_whole", view_not_whole},
    {"end_without_begin", end_without_begin},
    {"begin_twice", begin_twice},
    {"file_size", file_size},
    {"sequential_offset", sequential_offset},
    {"close_null_file", close_null_file},
    {"use_closed_file", use_closed_file},
    {"delete_missing", delete_missing},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
