// SPDX-License-Identifier: BSD-3-Clause
//
// Instances of the loops of predefined operations, and the table that finds them; see op_kernels.h.
//
// Integer arithmetic wraps: it is done on unsigned values. Complex products use the textbook
// formula, which the compiler can vectorise; it differs from C's only where infinities meet NaNs.
#include "libsmpi/mpi/datatype/op_kernels.h"

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace smpi::datatype {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;
__extension__ using Float128 = __float128;

template <class Real>
struct Complex {
  Real re;
  Real im;
};

// The C++ type of each machine type, in the order of the enumeration after `none`.
template <Machine machine>
struct TypeOf;
template <>
struct TypeOf<Machine::i8> {
  using type = std::int8_t;
};
template <>
struct TypeOf<Machine::i16> {
  using type = std::int16_t;
};
template <>
struct TypeOf<Machine::i32> {
  using type = std::int32_t;
};
template <>
struct TypeOf<Machine::i64> {
  using type = std::int64_t;
};
template <>
struct TypeOf<Machine::i128> {
  using type = Int128;
};
template <>
struct TypeOf<Machine::u8> {
  using type = std::uint8_t;
};
template <>
struct TypeOf<Machine::u16> {
  using type = std::uint16_t;
};
template <>
struct TypeOf<Machine::u32> {
  using type = std::uint32_t;
};
template <>
struct TypeOf<Machine::u64> {
  using type = std::uint64_t;
};
template <>
struct TypeOf<Machine::f32> {
  using type = float;
};
template <>
struct TypeOf<Machine::f64> {
  using type = double;
};
template <>
struct TypeOf<Machine::f80> {
  using type = long double;
};
template <>
struct TypeOf<Machine::f128> {
  using type = Float128;
};
template <>
struct TypeOf<Machine::c32> {
  using type = Complex<float>;
};
template <>
struct TypeOf<Machine::c64> {
  using type = Complex<double>;
};
template <>
struct TypeOf<Machine::c80> {
  using type = Complex<long double>;
};
template <>
struct TypeOf<Machine::c128> {
  using type = Complex<Float128>;
};

constexpr std::size_t machine_count = static_cast<std::size_t>(Machine::c128) + 1;

template <class T>
constexpr bool is_complex = false;
template <class Real>
constexpr bool is_complex<Complex<Real>> = true;
// std::is_floating_point and std::is_integral do not know the extended types in strict mode.
template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, Float128>;
template <class T>
constexpr bool is_integer = !is_complex<T> && !is_real<T>;

// What integers of type T are computed in: unsigned, and wide enough not to be promoted to int.
template <class T>
struct WrappingOf {
  using type = std::conditional_t<sizeof(T) <= 8, std::uint64_t, Uint128>;
};
template <class T>
using Wrapping = typename WrappingOf<T>::type;

template <class T>
T add(T a, T b) {
  if constexpr (is_complex<T>) {
    return {a.re + b.re, a.im + b.im};
  } else if constexpr (is_real<T>) {
    return a + b;
  } else {
    return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
  }
}

template <class T>
T multiply(T a, T b) {
  if constexpr (is_complex<T>) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  } else if constexpr (is_real<T>) {
    return a * b;
  } else {
    return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
  }
}

template <OpCode op, class T>
T combine(T a, T b) {
  if constexpr (op == OpCode::sum) return add(a, b);
  if constexpr (op == OpCode::prod) return multiply(a, b);
  if constexpr (!is_complex<T>) {
    if constexpr (op == OpCode::min) return a < b ? a : b;
    if constexpr (op == OpCode::max) return a > b ? a : b;
  }
  if constexpr (is_integer<T>) {
    if constexpr (op == OpCode::band) return static_cast<T>(a & b);
    if constexpr (op == OpCode::bor) return static_cast<T>(a | b);
    if constexpr (op == OpCode::bxor) return static_cast<T>(a ^ b);
    if constexpr (op == OpCode::land) return static_cast<T>(a != 0 && b != 0);
    if constexpr (op == OpCode::lor) return static_cast<T>(a != 0 || b != 0);
    if constexpr (op == OpCode::lxor) return static_cast<T>((a != 0) != (b != 0));
  }
}

template <OpCode op, class T>
void loop(const void* in, void* inout, std::int64_t count) {
  const T* const __restrict a = static_cast<const T*>(in);
  T* const __restrict b = static_cast<T*>(inout);
  for (std::int64_t i = 0; i < count; i++) b[i] = combine<op>(a[i], b[i]);
}

template <class Value, class Index>
struct Pair {
  Value value;
  Index index;
};

// Of equal values the one with the lower index (MPI 6.9.4).
template <bool is_max, class Value, class Index>
void pair_loop(const void* in, void* inout, std::int64_t count) {
  const auto* a = static_cast<const Pair<Value, Index>*>(in);
  auto* b = static_cast<Pair<Value, Index>*>(inout);
  for (std::int64_t i = 0; i < count; i++) {
    const bool better = is_max ? a[i].value > b[i].value : a[i].value < b[i].value;
    const bool equal_and_first = a[i].value == b[i].value && a[i].index < b[i].index;
    if (better || equal_and_first) b[i] = a[i];
  }
}

template <OpCode op, Machine machine>
constexpr Kernel kernel_of() {
  using T = typename TypeOf<machine>::type;
  constexpr bool ordered = op == OpCode::min || op == OpCode::max;
  constexpr bool arithmetic = op == OpCode::sum || op == OpCode::prod;
  if constexpr (arithmetic || (ordered && !is_complex<T>) || (!ordered && is_integer<T>)) {
    return &loop<op, T>;
  } else {
    return nullptr;
  }
}

using Row = std::array<Kernel, machine_count>;

template <OpCode op, std::size_t... machines>
constexpr Row make_row(std::index_sequence<machines...>) {
  return {nullptr, kernel_of<op, static_cast<Machine>(machines + 1)>()...};
}

template <OpCode op>
constexpr Row row = make_row<op>(std::make_index_sequence<machine_count - 1>());

constexpr std::uint32_t bit(Group group) {
  return std::uint32_t{1} << static_cast<unsigned>(group);
}

// MPI 5.0, 6.9.2, table of types and operations. Added are MPI_CHAR, and the logical operations of
// MPI_AINT and the like: other libraries have them, as these types are integers of C.
constexpr std::uint32_t integers =
    bit(Group::c_integer) | bit(Group::fortran_integer) | bit(Group::character);
constexpr std::uint32_t ordered_groups =
    integers | bit(Group::floating) | bit(Group::multi_language);
constexpr std::uint32_t arithmetic_groups = ordered_groups | bit(Group::complex);
constexpr std::uint32_t logical_groups = bit(Group::c_integer) | bit(Group::character) |
                                         bit(Group::logical) | bit(Group::multi_language);
constexpr std::uint32_t bitwise_groups = integers | bit(Group::byte) | bit(Group::multi_language);

struct Rule {
  const Row* kernels = nullptr;
  std::uint32_t groups = 0;
};

Rule rule_of(OpCode op) {
  switch (op) {
    case OpCode::sum:
      return {&row<OpCode::sum>, arithmetic_groups};
    case OpCode::prod:
      return {&row<OpCode::prod>, arithmetic_groups};
    case OpCode::min:
      return {&row<OpCode::min>, ordered_groups};
    case OpCode::max:
      return {&row<OpCode::max>, ordered_groups};
    case OpCode::band:
      return {&row<OpCode::band>, bitwise_groups};
    case OpCode::bor:
      return {&row<OpCode::bor>, bitwise_groups};
    case OpCode::bxor:
      return {&row<OpCode::bxor>, bitwise_groups};
    case OpCode::land:
      return {&row<OpCode::land>, logical_groups};
    case OpCode::lor:
      return {&row<OpCode::lor>, logical_groups};
    case OpCode::lxor:
      return {&row<OpCode::lxor>, logical_groups};
    default:
      return {};
  }
}

constexpr std::size_t real_machine_count = static_cast<std::size_t>(Machine::f128) + 1;

template <bool is_max, std::size_t value, std::size_t... indices>
constexpr std::array<Kernel, real_machine_count> make_pair_row(std::index_sequence<indices...>) {
  using Value = typename TypeOf<static_cast<Machine>(value)>::type;
  return {nullptr,
          &pair_loop<is_max, Value, typename TypeOf<static_cast<Machine>(indices + 1)>::type>...};
}

template <bool is_max, std::size_t... values>
constexpr auto make_pair_table(std::index_sequence<values...>) {
  return std::array<std::array<Kernel, real_machine_count>, real_machine_count>{
      std::array<Kernel, real_machine_count>{},
      make_pair_row<is_max, values + 1>(std::make_index_sequence<real_machine_count - 1>())...};
}

Kernel find_pair_kernel(bool is_max, Unit pair) {
  static constexpr auto min_table =
      make_pair_table<false>(std::make_index_sequence<real_machine_count - 1>());
  static constexpr auto max_table =
      make_pair_table<true>(std::make_index_sequence<real_machine_count - 1>());
  const auto value = static_cast<std::size_t>(predefined(pair.element).machine);
  const auto index = static_cast<std::size_t>(predefined(pair.index).machine);
  if (value >= real_machine_count || index >= real_machine_count) return nullptr;
  return (is_max ? max_table : min_table)[value][index];
}

}  // namespace

Kernel find_kernel(OpCode op, Unit type) {
  if (op == OpCode::minloc || op == OpCode::maxloc) {
    return type.is_pair() ? find_pair_kernel(op == OpCode::maxloc, type) : nullptr;
  }
  const Rule rule = rule_of(op);
  const Predefined& entry = predefined(type.element);
  if (type.is_pair() || (rule.groups & bit(entry.group)) == 0) return nullptr;
  return (*rule.kernels)[static_cast<std::size_t>(entry.machine)];
}

}  // namespace smpi::datatype
