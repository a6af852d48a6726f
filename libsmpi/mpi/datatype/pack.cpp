// SPDX-License-Identifier: BSD-3-Clause
//
// The copying loops; see pack.h. Runs at a constant stride and of a size that a register holds, the
// column of a matrix, are the case that matters: the size is a template argument there, and the
// compiler makes the loop one would write by hand. Other small runs are copied by two or four moves
// that overlap, which needs no loop and no call.
#include "libsmpi/mpi/datatype/pack.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "libsmpi/mpi/datatype/copy_changed.h"

namespace smpi {

namespace {

using datatype::Run;

template <std::size_t size>
inline void copy_fixed(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, size);
}

// `size` bytes, size / 2 <= part <= size, by two moves of `part` bytes that may overlap.
template <std::size_t part>
inline void copy_ends(std::byte* to, const std::byte* from, std::int64_t size) {
  std::array<std::byte, part> head;
  std::array<std::byte, part> tail;
  std::memcpy(head.data(), from, part);
  std::memcpy(tail.data(), from + size - part, part);
  std::memcpy(to, head.data(), part);
  std::memcpy(to + size - part, tail.data(), part);
}

inline void copy_small(std::byte* to, const std::byte* from, std::int64_t size) {
  if (size >= 16) {
    if (size <= 32) {
      copy_ends<16>(to, from, size);
    } else if (size <= 64) {
      copy_ends<32>(to, from, size);
    } else {
      std::memcpy(to, from, static_cast<std::size_t>(size));
    }
  } else if (size >= 8) {
    copy_ends<8>(to, from, size);
  } else if (size >= 4) {
    copy_ends<4>(to, from, size);
  } else {
    for (std::int64_t i = 0; i < size; i++) to[i] = from[i];
  }
}

// Two sides of a transfer, each a base and a distance between consecutive runs.
struct Strides {
  std::int64_t to;
  std::int64_t from;
};

template <std::size_t size>
void copy_strided_fixed(std::byte* to, const std::byte* from, std::int64_t count, Strides strides) {
  for (std::int64_t i = 0; i < count; i++) {
    copy_fixed<size>(to + i * strides.to, from + i * strides.from);
  }
}

void copy_strided(std::byte* to, const std::byte* from, std::int64_t count, Strides strides,
                  std::int64_t size) {
  switch (size) {
    case 1:
      return copy_strided_fixed<1>(to, from, count, strides);
    case 2:
      return copy_strided_fixed<2>(to, from, count, strides);
    case 4:
      return copy_strided_fixed<4>(to, from, count, strides);
    case 8:
      return copy_strided_fixed<8>(to, from, count, strides);
    case 12:
      return copy_strided_fixed<12>(to, from, count, strides);
    case 16:
      return copy_strided_fixed<16>(to, from, count, strides);
    case 24:
      return copy_strided_fixed<24>(to, from, count, strides);
    case 32:
      return copy_strided_fixed<32>(to, from, count, strides);
    case 64:
      return copy_strided_fixed<64>(to, from, count, strides);
    default:
      for (std::int64_t i = 0; i < count; i++) {
        copy_small(to + i * strides.to, from + i * strides.from, size);
      }
  }
}

template <std::size_t size>
std::byte* gather_fixed(std::byte* packed, const std::byte* memory,
                        std::span<const std::int64_t> offsets) {
  for (const std::int64_t offset : offsets) {
    copy_fixed<size>(packed, memory + offset);
    packed += size;
  }
  return packed;
}

template <std::size_t size>
const std::byte* scatter_fixed(const std::byte* packed, std::byte* memory,
                               std::span<const std::int64_t> offsets) {
  for (const std::int64_t offset : offsets) {
    copy_fixed<size>(memory + offset, packed);
    packed += size;
  }
  return packed;
}

class Packer {
 public:
  Packer(const void* memory, void* packed)
      : memory_(static_cast<const std::byte*>(memory)), packed_(static_cast<std::byte*>(packed)) {}

  void run(std::int64_t offset, std::int64_t size) {
    datatype::copy_changed(packed_, memory_ + offset, static_cast<std::size_t>(size));
    packed_ += size;
  }
  void strided(std::int64_t offset, std::int64_t count, std::int64_t stride, std::int64_t size) {
    copy_strided(packed_, memory_ + offset, count, {.to = size, .from = stride}, size);
    packed_ += count * size;
  }
  void blocks(std::int64_t offset, std::span<const std::int64_t> offsets, std::int64_t size) {
    const std::byte* memory = memory_ + offset;
    switch (size) {
      case 4:
        packed_ = gather_fixed<4>(packed_, memory, offsets);
        return;
      case 8:
        packed_ = gather_fixed<8>(packed_, memory, offsets);
        return;
      case 16:
        packed_ = gather_fixed<16>(packed_, memory, offsets);
        return;
      default:
        break;
    }
    for (const std::int64_t o : offsets) {
      copy_small(packed_, memory + o, size);
      packed_ += size;
    }
  }
  void runs(std::int64_t offset, std::span<const Run> all) {
    for (const Run& r : all) {
      copy_small(packed_, memory_ + offset + r.offset, r.size);
      packed_ += r.size;
    }
  }

 private:
  const std::byte* memory_;
  std::byte* packed_;
};

class Unpacker {
 public:
  Unpacker(const void* packed, void* memory)
      : packed_(static_cast<const std::byte*>(packed)), memory_(static_cast<std::byte*>(memory)) {}

  void run(std::int64_t offset, std::int64_t size) {
    datatype::copy_changed(memory_ + offset, packed_, static_cast<std::size_t>(size));
    packed_ += size;
  }
  void strided(std::int64_t offset, std::int64_t count, std::int64_t stride, std::int64_t size) {
    copy_strided(memory_ + offset, packed_, count, {.to = stride, .from = size}, size);
    packed_ += count * size;
  }
  void blocks(std::int64_t offset, std::span<const std::int64_t> offsets, std::int64_t size) {
    std::byte* memory = memory_ + offset;
    switch (size) {
      case 4:
        packed_ = scatter_fixed<4>(packed_, memory, offsets);
        return;
      case 8:
        packed_ = scatter_fixed<8>(packed_, memory, offsets);
        return;
      case 16:
        packed_ = scatter_fixed<16>(packed_, memory, offsets);
        return;
      default:
        break;
    }
    for (const std::int64_t o : offsets) {
      copy_small(memory + o, packed_, size);
      packed_ += size;
    }
  }
  void runs(std::int64_t offset, std::span<const Run> all) {
    for (const Run& r : all) {
      copy_small(memory_ + offset + r.offset, packed_, r.size);
      packed_ += r.size;
    }
  }

 private:
  const std::byte* packed_;
  std::byte* memory_;
};

// Both sides have the same layout.
class Copier {
 public:
  Copier(const void* from, void* to)
      : from_(static_cast<const std::byte*>(from)), to_(static_cast<std::byte*>(to)) {}

  void run(std::int64_t offset, std::int64_t size) {
    datatype::copy_changed(to_ + offset, from_ + offset, static_cast<std::size_t>(size));
  }
  void strided(std::int64_t offset, std::int64_t count, std::int64_t stride, std::int64_t size) {
    copy_strided(to_ + offset, from_ + offset, count, {.to = stride, .from = stride}, size);
  }
  void blocks(std::int64_t offset, std::span<const std::int64_t> offsets, std::int64_t size) {
    for (const std::int64_t o : offsets) copy_small(to_ + offset + o, from_ + offset + o, size);
  }
  void runs(std::int64_t offset, std::span<const Run> all) {
    for (const Run& r : all) {
      copy_small(to_ + offset + r.offset, from_ + offset + r.offset, r.size);
    }
  }

 private:
  const std::byte* from_;
  std::byte* to_;
};

// Through a buffer that stays in the first-level cache.
void copy_staged(const TypedBuffer& from, const TypedBuffer& to, MPI_Count bytes) {
  std::array<std::byte, 16384> stage;
  const auto step = static_cast<MPI_Count>(stage.size());
  for (MPI_Count done = 0; done < bytes; done += step) {
    const Range range{done, std::min(done + step, bytes)};
    pack_range(from.address, from.count, *from.type, range, stage.data());
    unpack_range(stage.data(), to.address, to.count, *to.type, range);
  }
}

}  // namespace

constinit bool datatype::data_moves = true;

void pack(const void* buffer, MPI_Count count, const Datatype& type, void* packed) {
  if (!datatype::moves(type)) [[unlikely]]
    return;
  Packer packer(buffer, packed);
  datatype::walk_elements(type, count, packer);
}

void unpack(const void* packed, void* buffer, MPI_Count count, const Datatype& type) {
  if (!datatype::moves(type)) [[unlikely]]
    return;
  Unpacker unpacker(packed, buffer);
  datatype::walk_elements(type, count, unpacker);
}

void pack_range(const void* buffer, MPI_Count count, const Datatype& type, Range range,
                void* packed) {
  if (!datatype::moves(type)) [[unlikely]]
    return;
  Packer packer(buffer, packed);
  datatype::walk_elements_range(type, count, range, packer);
}

void unpack_range(const void* packed, void* buffer, MPI_Count count, const Datatype& type,
                  Range range) {
  if (!datatype::moves(type)) [[unlikely]]
    return;
  Unpacker unpacker(packed, buffer);
  datatype::walk_elements_range(type, count, range, unpacker);
}

void copy(const TypedBuffer& from, const TypedBuffer& to) {
  const MPI_Count bytes = std::min(from.size_bytes(), to.size_bytes());
  if (bytes == 0 || !datatype::moves(*to.type)) return;
  if (to.type->is_dense()) {
    pack_range(from.address, from.count, *from.type, {0, bytes},
               static_cast<std::byte*>(to.address) + to.type->true_lb());
  } else if (from.type->is_dense()) {
    unpack_range(static_cast<const std::byte*>(from.address) + from.type->true_lb(), to.address,
                 to.count, *to.type, {0, bytes});
  } else if (from.type == to.type) {
    Copier copier(from.address, to.address);
    datatype::walk_elements_range(*from.type, std::min(from.count, to.count), {0, bytes}, copier);
  } else {
    copy_staged(from, to, bytes);
  }
}

}  // namespace smpi
