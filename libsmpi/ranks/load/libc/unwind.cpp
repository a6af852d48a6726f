// SPDX-License-Identifier: BSD-3-Clause
//
// How exceptions find their way through clones.
//
// The unwinder asks the dynamic linker which object a code address belongs to and where its table
// of frames (.eh_frame_hdr) is. The dynamic linker does not know clones; these answer for it.
// Registering every clone with __register_frame would cost memory and time per rank, and a linear
// search per throw with the libgcc of GCC 12. Newer unwinders call _dl_find_object, others
// dl_iterate_phdr: for them the copies of the running rank join the list.
#include <dlfcn.h>
#include <link.h>

#include <optional>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/instance.h"
#include "libsmpi/ranks/load/elf/elf_file.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

SMPI_CALLED_EARLY const Instance* running_clone() {
  const LibcState* state = state_in_rank();
  if (state == nullptr || state->instance == nullptr) return nullptr;
  return state->instance->unknown_to_linker() ? state->instance : nullptr;
}

using Visitor = int (*)(dl_phdr_info*, std::size_t, void*);

// Passes every object on and remembers how often objects came and went.
struct Forward {
  Visitor visit;
  void* argument;
  dl_phdr_info last{};

  static int object(dl_phdr_info* info, std::size_t size, void* self) {
    auto* forward = static_cast<Forward*>(self);
    forward->last = *info;
    return forward->visit(info, size, forward->argument);
  }
};

}  // namespace
}  // namespace smpi::load

using smpi::load::Forward;
using smpi::load::Instance;
using smpi::load::next_function;

#if defined(_DL_FIND_OBJECT_VERSION) || defined(DLFO_STRUCT_HAS_EH_DBASE)
SMPI_REPLACES_LIBC int _dl_find_object(void* address, dl_find_object* result) noexcept {
  static auto* const next = next_function<int(void*, dl_find_object*)>("_dl_find_object");
  const Instance* clone = smpi::load::running_clone();
  const auto found = clone == nullptr ? std::nullopt : clone->placement().find(address);
  if (!found) return next(address, result);
  const smpi::load::ObjectInfo& object = found->instance->objects()[found->object];
  const Elf64_Phdr* frames = object.file->segment(PT_GNU_EH_FRAME);
  if (frames == nullptr) return -1;
  auto* base = const_cast<std::byte*>(found->base);
  *result = {};
  result->dlfo_map_start = base;
  result->dlfo_map_end = base + object.span_bytes;
  result->dlfo_eh_frame = base + frames->p_vaddr;
  return 0;
}
#endif

SMPI_REPLACES_LIBC int dl_iterate_phdr(smpi::load::Visitor visit, void* argument) {
  static auto* const next = next_function<int(smpi::load::Visitor, void*)>("dl_iterate_phdr");
  const Instance* clone = smpi::load::running_clone();
  if (clone == nullptr) return next(visit, argument);
  Forward forward{.visit = visit, .argument = argument};
  if (const int result = next(Forward::object, &forward); result != 0) return result;
  for (std::size_t i = 0; i < clone->bases().size(); i++) {
    if (!clone->has_copy(i)) continue;
    const smpi::load::ElfFile& file = *clone->objects()[i].file;
    dl_phdr_info info = forward.last;
    info.dlpi_addr = reinterpret_cast<Elf64_Addr>(clone->bases()[i]);
    info.dlpi_name = file.path().c_str();
    info.dlpi_phdr = file.segments().data();
    info.dlpi_phnum = static_cast<Elf64_Half>(file.segments().size());
    info.dlpi_tls_modid = 0;
    info.dlpi_tls_data = nullptr;
    if (const int result = visit(&info, sizeof info, argument); result != 0) return result;
  }
  return 0;
}
