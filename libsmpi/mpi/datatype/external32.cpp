// SPDX-License-Identifier: BSD-3-Clause
//
// Conversion of basic elements to and from external32; see external32.h.
#include "libsmpi/mpi/datatype/external32.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "libsmpi/mpi/datatype/pack.h"

namespace smpi {

namespace {

using datatype::Element;
using datatype::Group;
using datatype::Machine;
using datatype::Predefined;

__extension__ using Uint128 = unsigned __int128;
__extension__ using Float128 = __float128;

template <class T>
T swapped(T value) {
  if constexpr (std::endian::native == std::endian::big || sizeof(T) == 1) {
    return value;
  } else {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(T));
    std::reverse(bytes.begin(), bytes.end());
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
void store(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

// Elements whose representations differ in the order of the bytes only.
template <class Bits>
void swap_all(const std::byte* from, std::byte* to, std::int64_t count) {
  for (std::int64_t i = 0; i < count; i++) {
    const auto at = i * static_cast<std::int64_t>(sizeof(Bits));
    store(to + at, swapped(load<Bits>(from + at)));
  }
}

// Integers that are smaller outside. False when a value does not fit.
template <class Native, class External>
bool narrow_all(const std::byte* from, std::byte* to, std::int64_t count) {
  bool fits = true;
  for (std::int64_t i = 0; i < count; i++) {
    const auto value = load<Native>(from + i * static_cast<std::int64_t>(sizeof(Native)));
    fits &= value >= std::numeric_limits<External>::min() &&
            value <= std::numeric_limits<External>::max();
    store(to + i * static_cast<std::int64_t>(sizeof(External)),
          swapped(static_cast<External>(value)));
  }
  return fits;
}

template <class Native, class External>
void widen_all(const std::byte* from, std::byte* to, std::int64_t count) {
  for (std::int64_t i = 0; i < count; i++) {
    const auto value =
        swapped(load<External>(from + i * static_cast<std::int64_t>(sizeof(External))));
    store(to + i * static_cast<std::int64_t>(sizeof(Native)), static_cast<Native>(value));
  }
}

template <class From, class To>
void convert_reals(const std::byte* from, std::byte* to, std::int64_t count, bool swap_from) {
  for (std::int64_t i = 0; i < count; i++) {
    From value = load<From>(from + i * static_cast<std::int64_t>(sizeof(From)));
    if (swap_from) value = swapped(value);
    To result = static_cast<To>(value);
    if (!swap_from) result = swapped(result);
    store(to + i * static_cast<std::int64_t>(sizeof(To)), result);
  }
}

// `size_bytes`: of what is swapped as one, so half of a complex number.
void swap_sized(std::size_t size_bytes, const std::byte* from, std::byte* to, std::int64_t count) {
  switch (size_bytes) {
    case 2:
      return swap_all<std::uint16_t>(from, to, count);
    case 4:
      return swap_all<std::uint32_t>(from, to, count);
    case 8:
      return swap_all<std::uint64_t>(from, to, count);
    case 16:
      return swap_all<Uint128>(from, to, count);
    default:
      std::memcpy(to, from, static_cast<std::size_t>(count) * size_bytes);
  }
}

bool to_external(const Predefined& type, const std::byte* from, std::byte* to, std::int64_t count) {
  const std::int64_t parts = type.group == Group::complex ? 2 : 1;
  if (type.machine == Machine::f80 || type.machine == Machine::c80) {
    convert_reals<long double, Float128>(from, to, count * parts, false);
    return true;
  }
  if (type.size_bytes == type.external_bytes) {
    swap_sized(type.size_bytes / static_cast<std::size_t>(parts), from, to, count * parts);
    return true;
  }
  if (type.machine == Machine::u64)
    return narrow_all<std::uint64_t, std::uint32_t>(from, to, count);
  if (type.machine == Machine::i64) return narrow_all<std::int64_t, std::int32_t>(from, to, count);
  return narrow_all<std::uint32_t, std::uint16_t>(from, to, count);
}

void from_external(const Predefined& type, const std::byte* from, std::byte* to,
                   std::int64_t count) {
  const std::int64_t parts = type.group == Group::complex ? 2 : 1;
  if (type.machine == Machine::f80 || type.machine == Machine::c80) {
    convert_reals<Float128, long double>(from, to, count * parts, true);
  } else if (type.size_bytes == type.external_bytes) {
    swap_sized(type.size_bytes / static_cast<std::size_t>(parts), from, to, count * parts);
  } else if (type.machine == Machine::u64) {
    widen_all<std::uint64_t, std::uint32_t>(from, to, count);
  } else if (type.machine == Machine::i64) {
    widen_all<std::int64_t, std::int32_t>(from, to, count);
  } else {
    widen_all<std::uint32_t, std::uint16_t>(from, to, count);
  }
}

// Calls visit(predefined type, count) for the elements of `count` times the type, in pieces of at
// most `piece` elements.
template <class Visit>
void for_each_piece(const Datatype& type, MPI_Count count, Visit&& visit) {
  constexpr std::int64_t piece = 512;
  const auto visit_run = [&](Element element, std::int64_t elements) {
    for (std::int64_t done = 0; done < elements; done += piece) {
      visit(datatype::predefined(element), std::min(piece, elements - done));
    }
  };
  const datatype::Signature& signature = type.layout().signature;
  if (const auto only = signature.only_element()) {
    visit_run(*only, signature.elements() * count);
  } else {
    for (MPI_Count i = 0; i < count; i++) signature.for_each(visit_run);
  }
}

constexpr std::size_t stage_bytes = 512 * 32;

}  // namespace

MPI_Count external_size_bytes(MPI_Count count, const Datatype& type) {
  const datatype::Signature& signature = type.layout().signature;
  if (const auto only = signature.only_element()) {
    return count * signature.elements() * datatype::predefined(*only).external_bytes;
  }
  MPI_Count size_bytes = 0;
  signature.for_each([&](Element element, std::int64_t elements) {
    size_bytes += elements * datatype::predefined(element).external_bytes;
  });
  return count * size_bytes;
}

int pack_external(const void* buffer, MPI_Count count, const Datatype& type, void* external) {
  std::array<std::byte, stage_bytes> stage;
  auto* to = static_cast<std::byte*>(external);
  MPI_Count position = 0;
  bool fits = true;
  for_each_piece(type, count, [&](const Predefined& element, std::int64_t elements) {
    const MPI_Count bytes = elements * element.size_bytes;
    pack_range(buffer, count, type, {position, position + bytes}, stage.data());
    fits &= to_external(element, stage.data(), to, elements);
    position += bytes;
    to += elements * element.external_bytes;
  });
  return fits ? MPI_SUCCESS : MPI_ERR_CONVERSION;
}

int unpack_external(const void* external, void* buffer, MPI_Count count, const Datatype& type) {
  unpack_external_part(external, external_size_bytes(count, type), buffer, count, type);
  return MPI_SUCCESS;
}

MPI_Count unpack_external_part(const void* external, MPI_Count external_bytes, void* buffer,
                               MPI_Count count, const Datatype& type) {
  std::array<std::byte, stage_bytes> stage;
  const auto* from = static_cast<const std::byte*>(external);
  MPI_Count position = 0;
  MPI_Count left_bytes = external_bytes;
  for_each_piece(type, count, [&](const Predefined& element, std::int64_t elements) {
    const std::int64_t present = std::min(elements, left_bytes / element.external_bytes);
    const MPI_Count bytes = present * element.size_bytes;
    from_external(element, from, stage.data(), present);
    unpack_range(stage.data(), buffer, count, type, {position, position + bytes});
    position += bytes;
    from += present * element.external_bytes;
    // Nothing follows an element that is cut.
    left_bytes = present < elements ? 0 : left_bytes - present * element.external_bytes;
  });
  return position;
}

}  // namespace smpi
