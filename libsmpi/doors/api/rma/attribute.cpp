// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes of windows (MPI 5.0, 7.7.3), the predefined ones among them (12.2.6).
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/attributes/keyvals.h"

namespace smpi::api {
namespace {

bool is_predefined(int key) {
  return key >= MPI_WIN_BASE && key <= MPI_WIN_MODEL;
}

// What the C interface stores for a predefined key: the base itself, the address of the others.
void* predefined_value(Window& window, int key) {
  switch (key) {
    case MPI_WIN_BASE:
      return window.part(window.rank()).base;
    case MPI_WIN_SIZE:
      return &window.attribute_size_bytes;
    case MPI_WIN_DISP_UNIT:
      return &window.attribute_unit_bytes;
    case MPI_WIN_CREATE_FLAVOR:
      return &window.attribute_flavor;
    default:
      return &window.attribute_model;
  }
}

// A window and a key of the program.
struct Place {
  Place(MPI_Win win, int value) : check(win), key(find_keyval(value, AttributeOwner::window)) {
    check.require(
        key != nullptr, MPI_ERR_KEYVAL,
        is_predefined(value) ? "a predefined attribute cannot be changed" : "not a key of windows");
  }
  Attributes& attributes() const { return check.window()->attributes; }

  WindowCheck check;
  Keyval* key;
};

int get(MPI_Win win, int value, void* attribute, int* flag) {
  WindowCheck check(win);
  check.require(attribute != nullptr && flag != nullptr, MPI_ERR_ARG, "an output argument is NULL");
  if (check.failed()) return check.raise();
  if (is_predefined(value)) {
    *flag = 1;
    *static_cast<void**>(attribute) = predefined_value(*check.window(), value);
    return MPI_SUCCESS;
  }
  const Place place(win, value);
  if (place.check.failed()) return place.check.raise();
  AttributeValue* found = place.attributes().find(*place.key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) read_attribute(*found, AttributeLanguage::c, attribute);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn,
                           MPI_Win_delete_attr_function* win_delete_attr_fn, int* win_keyval,
                           void* extra_state) {
  const LocalCall call;
  Check check;
  check.pointer(win_keyval, "win_keyval");
  if (check.failed()) return check.raise();
  const Keyval& key =
      make_keyval(AttributeOwner::window, AttributeLanguage::c,
                  reinterpret_cast<Keyval::Function>(win_copy_attr_fn),
                  reinterpret_cast<Keyval::Function>(win_delete_attr_fn), extra_state);
  *win_keyval = static_cast<int>(key.value);
  return MPI_SUCCESS;
}

int PMPI_Win_free_keyval(int* win_keyval) {
  const LocalCall call;
  Check check;
  Keyval* key = win_keyval == nullptr ? nullptr : find_keyval(*win_keyval, AttributeOwner::window);
  check.require(key != nullptr, MPI_ERR_KEYVAL, "not a key of windows");
  if (check.failed()) return check.raise();
  free_keyval(*key);
  *win_keyval = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void* attribute_val) {
  const LocalCall call;
  const Place place(win, win_keyval);
  if (place.check.failed()) return place.check.raise();
  const int error = place.attributes().set(*place.key, AttributeValue::from_c(attribute_val),
                                           place.check.window()->handle);
  return raise_on_window(place.check.window(), error,
                         "the delete callback of the old value failed");
}

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void* attribute_val, int* flag) {
  const LocalCall call;
  return get(win, win_keyval, attribute_val, flag);
}

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval) {
  const LocalCall call;
  const Place place(win, win_keyval);
  if (place.check.failed()) return place.check.raise();
  if (place.attributes().find(*place.key) == nullptr) return MPI_SUCCESS;
  const int error = place.attributes().erase(*place.key, place.check.window()->handle);
  return raise_on_window(place.check.window(), error, "the delete callback failed");
}

}  // extern "C"
