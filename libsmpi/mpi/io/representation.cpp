// SPDX-License-Identifier: BSD-3-Clause
//
// The predefined representations, and calls of registered conversion functions.
#include "libsmpi/mpi/io/representation.h"

#include <cstring>
#include <limits>

#include "libsmpi/mpi/datatype/external32.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::io {
namespace {

using datatype::Element;

class Native : public Representation {
 public:
  using Representation::Representation;
  bool is_native() const override { return true; }
  MPI_Count element_bytes(Element element) const override {
    return datatype::predefined(element).size_bytes;
  }
  int encode(const void* buffer, MPI_Count count, Datatype& type,
             std::byte* encoded) const override {
    pack(buffer, count, type, encoded);
    return MPI_SUCCESS;
  }
  int decode(const std::byte* encoded, MPI_Count encoded_bytes, void* buffer, MPI_Count count,
             Datatype& type, MPI_Count& decoded_bytes) const override {
    unpack_range(encoded, buffer, count, type, {0, encoded_bytes});
    decoded_bytes = encoded_bytes;
    return MPI_SUCCESS;
  }
};

class External32 final : public Representation {
 public:
  External32() : Representation("external32") {}
  MPI_Count element_bytes(Element element) const override {
    return datatype::predefined(element).external_bytes;
  }
  int encode(const void* buffer, MPI_Count count, Datatype& type,
             std::byte* encoded) const override {
    return pack_external(buffer, count, type, encoded);
  }
  int decode(const std::byte* encoded, MPI_Count encoded_bytes, void* buffer, MPI_Count count,
             Datatype& type, MPI_Count& decoded_bytes) const override {
    decoded_bytes = unpack_external_part(encoded, encoded_bytes, buffer, count, type);
    return MPI_SUCCESS;
  }
};

MPI_Datatype handle_of(Element element) {
  constexpr std::uintptr_t predefined_types = 0x200;
  return reinterpret_cast<MPI_Datatype>(predefined_types | element);
}

// A handle of a type for the time of a callback.
class TypeHandle {
 public:
  explicit TypeHandle(Datatype& type)
      : is_own_(!type.is_predefined()), handle_(is_own_ ? add_handle(&type) : to_handle(type)) {}
  ~TypeHandle() {
    if (is_own_) free_handle(handle_);
  }
  TypeHandle(const TypeHandle&) = delete;
  TypeHandle& operator=(const TypeHandle&) = delete;
  operator MPI_Datatype() const { return handle_; }  // NOLINT: implicit on purpose

 private:
  bool is_own_;
  MPI_Datatype handle_;
};

// The conversion functions take `position` in elements of the type's map (MPI 14.5.3); here it is
// always 0: they get all of an access at once.
class UserDefined final : public Native {
 public:
  UserDefined(std::string name, const UserConversion& conversion)
      : Native(std::move(name)), conversion_(conversion) {}

  // Without functions to convert and to size, data are in the file as in memory.
  bool is_native() const override { return false; }
  MPI_Count element_bytes(Element element) const override {
    MPI_Aint extent = 0;
    const int error = conversion_.extent(handle_of(element), &extent, conversion_.extra_state);
    return error == MPI_SUCCESS ? extent : -1;
  }
  int encode(const void* buffer, MPI_Count count, Datatype& type,
             std::byte* encoded) const override {
    if (conversion_.write == nullptr && conversion_.write_large == nullptr) {
      return Native::encode(buffer, count, type, encoded);
    }
    return convert(conversion_.write, conversion_.write_large, const_cast<void*>(buffer), count,
                   type, encoded);
  }
  int decode(const std::byte* encoded, MPI_Count encoded_bytes, void* buffer, MPI_Count count,
             Datatype& type, MPI_Count& decoded_bytes) const override {
    if (conversion_.read == nullptr && conversion_.read_large == nullptr) {
      return Native::decode(encoded, encoded_bytes, buffer, count, type, decoded_bytes);
    }
    const MPI_Count one_bytes = size_bytes(1, type);
    const MPI_Count whole = one_bytes > 0 ? encoded_bytes / one_bytes : 0;
    decoded_bytes = whole * type.size_bytes();
    if (whole == 0) return MPI_SUCCESS;
    return convert(conversion_.read, conversion_.read_large, buffer, whole, type,
                   const_cast<std::byte*>(encoded));
  }

 private:
  int convert(MPI_Datarep_conversion_function* function,
              MPI_Datarep_conversion_function_c* large_function, void* buffer, MPI_Count count,
              Datatype& type, void* encoded) const {
    const TypeHandle handle(type);
    int error = MPI_ERR_CONVERSION;
    if (large_function != nullptr) {
      error = large_function(buffer, handle, count, encoded, 0, conversion_.extra_state);
    } else if (count <= std::numeric_limits<int>::max()) {
      error =
          function(buffer, handle, static_cast<int>(count), encoded, 0, conversion_.extra_state);
    }
    return error == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_CONVERSION;
  }

  UserConversion conversion_;
};

template <class Kind, class... Arguments>
Representation& make_lasting(Arguments... arguments) {
  auto* made = new Kind(arguments...);
  made->retain();
  return *made;
}

}  // namespace

MPI_Count Representation::size_bytes(MPI_Count count, const Datatype& type) const {
  if (is_native()) return count * type.size_bytes();
  const datatype::Signature& signature = type.layout().signature;
  MPI_Count sum_bytes = 0;
  bool failed = false;
  const auto add = [&](Element element, std::int64_t elements) {
    const MPI_Count bytes = element_bytes(element);
    failed |= bytes < 0;
    sum_bytes += elements * bytes;
  };
  if (const auto only = signature.only_element()) {
    add(*only, signature.elements());
  } else {
    signature.for_each(add);
  }
  return failed ? -1 : count * sum_bytes;
}

Representation& native_representation() {
  static Representation& native = make_lasting<Native>("native");
  return native;
}

Representation* find_representation(std::string_view name) {
  static Representation& internal = make_lasting<Native>("internal");
  static Representation& external32 = make_lasting<External32>();
  for (Representation* known : {&native_representation(), &internal, &external32}) {
    if (known->name() == name) return known;
  }
  const Rank& rank = current_rank();
  for (const Ref<Representation>& known : rank.simulation.io->representations_of(rank)) {
    if (known->name() == name) return known.get();
  }
  return nullptr;
}

int register_representation(std::string_view name, const UserConversion& conversion) {
  if (find_representation(name) != nullptr) return MPI_ERR_DUP_DATAREP;
  const Rank& rank = current_rank();
  rank.simulation.io->representations_of(rank).emplace_back(
      new UserDefined(std::string(name), conversion));
  return MPI_SUCCESS;
}

}  // namespace smpi::io
