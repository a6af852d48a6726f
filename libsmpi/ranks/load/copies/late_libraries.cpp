// SPDX-License-Identifier: BSD-3-Clause
//
// Preparing a library once, and cloning it into the ranks that ask for it.
#include "libsmpi/ranks/load/copies/late_libraries.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "libsmpi/ranks/load/copies/clone_loader.h"
#include "libsmpi/ranks/load/elf/variable_binding.h"

namespace smpi::load {

// A library with the private libraries that came with it: objects [first, first + files.size()).
class LateLibrary {
 public:
  bool is_shared() const { return loader == nullptr; }

  std::string path;
  std::size_t first = 0;
  std::vector<std::unique_ptr<ElfFile>> files;
  std::vector<SearchedObject> search_order;  // of the library alone
  std::vector<LateLibrary*> needed;          // that came earlier
  std::unique_ptr<FunctionReplacement> replacement;
  std::unique_ptr<VariableBinding> variables;
  std::unique_ptr<CloneLoader> loader;
};

LateLibraries::LateLibraries(std::vector<ObjectInfo>& objects,
                             std::vector<SearchedObject> program_order,
                             std::vector<Replacement> replacements, Placement& placement)
    : objects_(objects),
      program_order_(std::move(program_order)),
      replacements_(std::move(replacements)),
      placement_(placement),
      program_count_(objects.size()) {
  // Whoever set breakpoints knows those of the program only.
  std::erase_if(replacements_, [](const Replacement& one) { return one.code == nullptr; });
  for (Replacement& replacement : replacements_) replacement.optional = true;
  LateLibrary& program = *libraries_.emplace_back(std::make_unique<LateLibrary>());
  program.search_order = program_order_;
}

LateLibraries::~LateLibraries() = default;

bool LateLibraries::is_handle(const void* handle) const {
  return std::ranges::any_of(libraries_, [&](const auto& known) { return known.get() == handle; });
}

LateLibrary* LateLibraries::find(const std::string& path) const {
  const auto found =
      std::ranges::find_if(libraries_, [&](const auto& known) { return known->path == path; });
  return found == libraries_.end() ? nullptr : found->get();
}

LateLibrary& LateLibraries::prepare(const std::string& path) {
  auto library = std::make_unique<LateLibrary>();
  library->path = path;
  library->first = objects_.size();
  ObjectSet set = collect_late_objects(path, objects_);
  library->files = std::move(set.private_objects);
  library->search_order = std::move(set.search_order);
  if (!library->files.empty()) {
    library->replacement = std::make_unique<FunctionReplacement>(library->files, replacements_);
    std::vector<ObjectInfo> objects = objects_;
    for (const auto& file : library->files) objects.push_back(ObjectInfo::of(*file));
    std::vector<SearchedObject> order = program_order_;
    order.insert(order.end(), library->search_order.begin(), library->search_order.end());
    auto loader = std::make_unique<CloneLoader>(objects, order, library->first);
    if (!loader->obstacle().empty()) {
      throw kernel::InputError("each rank needs a copy of this library, and none can be made",
                               {.text = loader->obstacle()});
    }
    for (const auto& other : libraries_) {
      const auto is_needed = [&](const SearchedObject& object) {
        return object.private_object && *object.private_object >= other->first &&
               *object.private_object < other->first + other->files.size();
      };
      if (std::ranges::any_of(library->search_order, is_needed)) {
        library->needed.push_back(other.get());
      }
    }
    library->variables =
        std::make_unique<VariableBinding>(std::span(objects).subspan(library->first));
    library->loader = std::move(loader);
    objects_ = std::move(objects);
  }
  return *libraries_.emplace_back(std::move(library));
}

void LateLibraries::add_copy(const LateLibrary& library, LibcState& state) {
  Instance& instance = *state.instance;
  if (library.is_shared() || instance.has_copy(library.first)) return;
  for (const LateLibrary* needed : library.needed) add_copy(*needed, state);
  const std::vector<std::byte*> bases =
      library.loader->load(mappings_, instance.bases_of_first(library.first));
  const std::span<std::byte* const> copies = std::span(bases).subspan(library.first);
  instance.add_copies(library.first, copies);
  placement_.add(instance, library.first, copies.size());
  library.replacement->bind(copies);
  library.variables->bind(copies, state.variables);
  instance.run_constructors_of(library.first, copies.size());
}

LateLibrary* LateLibraries::load(LibcState& state, const std::string& path) {
  const std::string file = std::filesystem::canonical(path);
  for (const ObjectInfo& object : std::span(objects_).first(program_count_)) {
    std::error_code error;
    if (std::filesystem::equivalent(object.file->path(), file, error)) return program();
  }
  LateLibrary* library = find(file);
  if (library == nullptr) library = &prepare(file);
  if (library->is_shared()) return nullptr;
  add_copy(*library, state);
  return library;
}

void* LateLibraries::find_symbol(const LateLibrary& library, const Instance& instance,
                                 const char* name) {
  for (const SearchedObject& entry : library.search_order) {
    if (!entry.private_object) {
      void* shared = dlopen(entry.shared_library.c_str(), RTLD_NOW | RTLD_NOLOAD);
      void* address = shared == nullptr ? nullptr : dlsym(shared, name);
      if (address != nullptr) return address;
      continue;
    }
    const Elf64_Sym* symbol = instance.objects()[*entry.private_object].file->find_symbol(name);
    if (symbol == nullptr) continue;
    std::byte* address = instance.bases()[*entry.private_object] + symbol->st_value;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_GNU_IFUNC) return address;
    return reinterpret_cast<void* (*)()>(address)();
  }
  return nullptr;
}

}  // namespace smpi::load
