// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of handles by number. Types of the trace that MPI does not have are made of their units,
// or of bytes: only sizes cost, and where they can be cut.
#include "libsmpi/run/replay/call_arguments.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>

#include "kernel/error.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/run/replay/own_calls.h"
#include "libsmpi/watch/trace/text_names.h"

namespace smpi::replay {
namespace {

// Addresses that no process of this machine uses up. The receive buffers begin in its middle.
constexpr std::size_t buffers_bytes = std::size_t{1} << 44;

// By SimGrid's number (docs/traces.md); null: MPI has no such type.
const MPI_Datatype null_type = MPI_DATATYPE_NULL;
const MPI_Datatype simgrid_types[] = {MPI_DOUBLE,
                                      MPI_INT,
                                      MPI_CHAR,
                                      MPI_SHORT,
                                      MPI_LONG,
                                      MPI_FLOAT,
                                      MPI_BYTE,
                                      MPI_LONG_LONG,
                                      MPI_SIGNED_CHAR,
                                      MPI_UNSIGNED_CHAR,
                                      MPI_UNSIGNED_SHORT,
                                      MPI_UNSIGNED,
                                      MPI_UNSIGNED_LONG,
                                      MPI_UNSIGNED_LONG_LONG,
                                      MPI_LONG_DOUBLE,
                                      MPI_WCHAR,
                                      MPI_C_BOOL,
                                      MPI_INT8_T,
                                      MPI_INT16_T,
                                      MPI_INT32_T,
                                      MPI_INT64_T,
                                      MPI_UINT8_T,
                                      MPI_UINT16_T,
                                      MPI_UINT32_T,
                                      MPI_UINT64_T,
                                      MPI_C_FLOAT_COMPLEX,
                                      MPI_C_DOUBLE_COMPLEX,
                                      MPI_C_LONG_DOUBLE_COMPLEX,
                                      MPI_AINT,
                                      MPI_OFFSET,
                                      MPI_FLOAT_INT,
                                      MPI_LONG_INT,
                                      MPI_DOUBLE_INT,
                                      MPI_SHORT_INT,
                                      MPI_2INT,
                                      null_type,
                                      null_type,
                                      null_type,
                                      MPI_REAL,
                                      MPI_REAL4,
                                      MPI_REAL8,
                                      MPI_REAL16,
                                      MPI_COMPLEX8,
                                      MPI_COMPLEX16,
                                      MPI_COMPLEX32,
                                      MPI_INTEGER1,
                                      MPI_INTEGER2,
                                      MPI_INTEGER4,
                                      MPI_INTEGER8,
                                      null_type,
                                      MPI_LONG_DOUBLE_INT,
                                      MPI_CXX_BOOL,
                                      MPI_CXX_FLOAT_COMPLEX,
                                      MPI_CXX_DOUBLE_COMPLEX,
                                      MPI_CXX_LONG_DOUBLE_COMPLEX,
                                      null_type,
                                      null_type,
                                      MPI_PACKED,
                                      null_type,
                                      MPI_COUNT};

// Has no bytes: what SimGrid writes for a derived type.
constexpr trace::Word empty_type = 55;

int narrowed(trace::Word word) {
  return static_cast<int>(word);
}

template <class Handle>
void keep(std::vector<Handle>& handles, trace::Word number, Handle handle, Handle null) {
  if (number < 0) return;
  const auto place = static_cast<std::size_t>(number);
  if (place >= handles.size()) handles.resize(place + 1, null);
  handles[place] = handle;
}

template <class Handle>
Handle find(const std::vector<Handle>& handles, trace::Word number, Handle null) {
  const auto place = static_cast<std::size_t>(number);
  return number >= 0 && place < handles.size() ? handles[place] : null;
}

}  // namespace

void PredefinedTypes::make() {
  if (!types_.empty()) return;
  for (std::size_t number = 0; number < std::size(simgrid_types); number++) {
    const std::int64_t wanted_bytes =
        trace::size_of_type_bytes(static_cast<trace::Word>(number)).value_or(0);
    MPI_Datatype type = simgrid_types[number];
    MPI_Count size_bytes = -1;
    if (type != null_type && find_datatype(type) != nullptr) PMPI_Type_size_c(type, &size_bytes);
    if (size_bytes != wanted_bytes) type = of_bytes(wanted_bytes, wanted_bytes);
    types_.push_back(type);
  }
}

MPI_Datatype PredefinedTypes::of_units(MPI_Datatype unit, std::int64_t count,
                                       std::int64_t extent_bytes) {
  MPI_Datatype units = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous_c(count, unit, &units);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  PMPI_Type_create_resized_c(units, 0, extent_bytes, &type);
  PMPI_Type_free(&units);
  PMPI_Type_commit(&type);
  return type;
}

PhantomBuffers::PhantomBuffers() {
  void* const place = ::mmap(nullptr, buffers_bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  SIM_ASSERT(place != MAP_FAILED, "no addresses for the buffers of a replay");
  base_ = static_cast<std::byte*>(place);
}

PhantomBuffers::~PhantomBuffers() {
  ::munmap(base_, buffers_bytes);
}

MPI_Aint PhantomBuffers::size_bytes() {
  return buffers_bytes;
}

std::byte* PhantomBuffers::receive() const {
  return base_ + buffers_bytes / 2;
}

int CallArguments::peer_of(trace::Word word) {
  switch (word) {
    case trace::nobody:
      return MPI_PROC_NULL;
    case trace::root_here:
      return MPI_ROOT;
    case trace::any_source:
      return MPI_ANY_SOURCE;
    default:
      return narrowed(word);
  }
}

MPI_Datatype CallArguments::type_of(trace::Word word) const {
  if (word == -1) return shared_.run.types.type(empty_type);
  if (word < trace::first_derived_type) return shared_.run.types.type(word);
  return find(derived_types_, word - trace::first_derived_type, MPI_DATATYPE_NULL);
}

const MPI_Datatype* CallArguments::types() {
  const std::span<const trace::Word> words = list();
  const std::size_t from = call_types_.size();
  call_types_.reserve(words_.size());  // for both arrays of a call: the first stays where it is
  for (const trace::Word word : words) call_types_.push_back(type_of(word));
  return call_types_.data() + from;
}

MPI_Op CallArguments::operation() {
  static const std::array<MPI_Op, 14> predefined = {
      MPI_MAX, MPI_MIN,  MPI_SUM,  MPI_PROD,   MPI_LAND,   MPI_BAND,    MPI_LOR,
      MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP};
  const trace::Word word = number();
  if (word >= trace::first_user_operation) {
    return find(operations_, word - trace::first_user_operation, MPI_OP_NULL);
  }
  const auto place = static_cast<std::size_t>(word);
  return place < predefined.size() ? predefined[place] : MPI_OP_NULL;
}

MPI_Comm CallArguments::communicator_of(trace::Word word) const {
  return find(communicators_, word, MPI_COMM_NULL);
}

MPI_Win CallArguments::window() {
  return find(windows_, number(), MPI_WIN_NULL);
}

MPI_File CallArguments::file() {
  return find(files_, number(), MPI_FILE_NULL);
}

MPI_Message CallArguments::message() {
  const auto found = messages_.find(number());
  if (found == messages_.end()) return MPI_MESSAGE_NULL;
  const MPI_Message message = found->second;
  messages_.erase(found);
  return message;
}

std::vector<int>& CallArguments::next_array() {
  if (used_arrays_ == arrays_.size()) arrays_.emplace_back();
  return arrays_[used_arrays_++];
}

const int* CallArguments::narrow(std::span<const trace::Word> list) {
  std::vector<int>& array = next_array();
  array.assign(list.size(), 0);
  std::ranges::transform(list, array.begin(), narrowed);
  return array.data();
}

MPI_Request* CallArguments::requests_of(std::span<const trace::Word> numbers) {
  requests_.clear();
  for (const trace::Word number : numbers) requests_.push_back(request_of(number));
  return requests_.data();
}

void CallArguments::keep_requests(std::span<const trace::Word> numbers,
                                  const MPI_Request* requests) {
  for (std::size_t i = 0; i < numbers.size(); i++) keep_request(numbers[i], requests[i]);
}

void CallArguments::keep_communicator(trace::Word number, MPI_Comm communicator) {
  keep(communicators_, number, communicator, MPI_COMM_NULL);
}

void CallArguments::keep_window(trace::Word number, MPI_Win window) {
  keep(windows_, number, window, MPI_WIN_NULL);
}

void CallArguments::keep_file(trace::Word number, MPI_File file) {
  keep(files_, number, file, MPI_FILE_NULL);
}

void CallArguments::expect_file(const std::string& name, std::int64_t size_bytes) const {
  io::phantom_files->expect(name, size_bytes);
}

void CallArguments::keep_unit(trace::Word number, MPI_Datatype unit) {
  const Datatype* known = find_datatype(type_of(trace::first_derived_type + number));
  const Datatype* basic = find_datatype(unit);
  if (known == nullptr || basic == nullptr || basic->size_bytes() == 0) return;
  if (known->size_bytes() % basic->size_bytes() != 0) return;
  keep_type(number, PredefinedTypes::of_units(unit, known->size_bytes() / basic->size_bytes(),
                                              known->extent()));
}

void CallArguments::keep_layout(trace::Word number, std::span<const trace::Word> offsets,
                                std::span<const trace::Word> sizes) {
  const Datatype* known = find_datatype(type_of(trace::first_derived_type + number));
  if (known == nullptr) return;
  // Runs of the unit where it is known, so that it stays known.
  const Datatype* unit = known->unit();
  std::vector<trace::Word> counts(sizes.begin(), sizes.end());
  const std::int64_t unit_bytes = unit == nullptr ? 1 : unit->size_bytes();
  const bool is_whole = std::ranges::all_of(
      sizes, [&](trace::Word size_bytes) { return size_bytes % unit_bytes == 0; });
  if (is_whole) {
    for (trace::Word& count : counts) count /= unit_bytes;
  }
  MPI_Datatype runs = MPI_DATATYPE_NULL;
  PMPI_Type_create_hindexed_c(static_cast<MPI_Count>(counts.size()), counts.data(), offsets.data(),
                              is_whole && unit != nullptr ? to_handle(*unit) : MPI_BYTE, &runs);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  PMPI_Type_create_resized_c(runs, 0, known->extent(), &type);
  PMPI_Type_free(&runs);
  PMPI_Type_commit(&type);
  keep_type(number, type);
}

void CallArguments::keep_message(trace::Word number, MPI_Message message) {
  messages_[number] = message;
}

void CallArguments::keep_type(trace::Word number, MPI_Datatype type) {
  keep(derived_types_, number, type, MPI_DATATYPE_NULL);
}

void CallArguments::keep_operation(trace::Word number, MPI_Op operation) {
  keep(operations_, number, operation, MPI_OP_NULL);
}

CallArguments::Group CallArguments::group() {
  const OwnCalls own;
  const std::span<const trace::Word> members = list();
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group handle = MPI_GROUP_NULL;
  PMPI_Group_incl(world, static_cast<int>(members.size()), narrow(members), &handle);
  PMPI_Group_free(&world);
  return Group(handle);
}

CallArguments::Hints::Hints(std::string_view text) {
  if (text.empty()) return;
  Info& info = make_info();
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find(','));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos) info.set(pair.substr(0, equals), pair.substr(equals + 1));
  }
  handle_ = to_handle(info);
}

CallArguments::Hints::~Hints() {
  if (Info* info = find_info(handle_)) free_info(*info);
}

CallArguments::Group::~Group() {
  const OwnCalls own;
  if (handle_ != MPI_GROUP_EMPTY) PMPI_Group_free(&handle_);
}

}  // namespace smpi::replay
