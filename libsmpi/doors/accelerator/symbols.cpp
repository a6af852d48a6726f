// SPDX-License-Identifier: BSD-3-Clause
//
// Variables of devices (__device__, __constant__), which the program names by the host's copy. Each
// device of a rank has one once the program asks for it; it is memory of the device as any other.
#include "libsmpi/doors/accelerator/copies.h"

namespace smpi::accelerator {
namespace {

bool fits(const devices::RankDevices::Symbol& symbol, const SymbolPart& part) {
  return part.offset <= symbol.size_bytes && part.size_bytes <= symbol.size_bytes - part.offset;
}

// Where the part begins on the current device.
int begin_of(const DeviceCall& call, const SymbolPart& part, std::byte*& begin) {
  void* address = nullptr;
  if (const int error = symbol_address(call, &address, part.symbol)) return error;
  if (!fits(*call.mine().find_symbol(part.symbol), part)) return invalid_value;
  begin = static_cast<std::byte*>(address) + part.offset;
  return success;
}

}  // namespace

int symbol_address(const DeviceCall& call, void** address, const void* symbol) {
  if (!call.can_go_on()) return call.error();
  if (address == nullptr) return invalid_value;
  devices::RankDevices::Symbol* const found = call.mine().find_symbol(symbol);
  if (found == nullptr) return invalid_symbol;
  void*& its_address = found->addresses[call.context().index];
  if (its_address == nullptr) {
    if (const int error = allocate(call, &its_address, found->size_bytes)) return error;
  }
  *address = its_address;
  return success;
}

int symbol_size(const DeviceCall& call, std::size_t* size_bytes, const void* symbol) {
  if (!call.can_go_on()) return call.error();
  if (size_bytes == nullptr) return invalid_value;
  const devices::RankDevices::Symbol* const found = call.mine().find_symbol(symbol);
  if (found == nullptr) return invalid_symbol;
  *size_bytes = found->size_bytes;
  return success;
}

int copy_to_symbol(const DeviceCall& call, const SymbolPart& part, const void* from, int kind,
                   void* stream, Wait wait) {
  std::byte* to = nullptr;
  if (const int error = begin_of(call, part, to)) return error;
  return copy(call, {.to = to, .from = from, .width_bytes = part.size_bytes}, kind, stream, wait);
}

int copy_from_symbol(const DeviceCall& call, void* to, const SymbolPart& part, int kind,
                     void* stream, Wait wait) {
  std::byte* from = nullptr;
  if (const int error = begin_of(call, part, from)) return error;
  return copy(call, {.to = to, .from = from, .width_bytes = part.size_bytes}, kind, stream, wait);
}

}  // namespace smpi::accelerator
