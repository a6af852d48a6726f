// SPDX-License-Identifier: BSD-3-Clause
//
// smpicc, smpicxx, smpif77, smpif90 and smpifort: the compiler with what programs for libsmpi need.
// The name it is called by says which language; links to it named mpicc and so on serve build
// systems that know no other names. It answers the questions that Open MPI's and MPICH's wrappers
// answer (-show, -showme:*, -compile_info, -link_info), so configure scripts and CMake's FindMPI
// work.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "wrappers/compiler/command.h"
#include "wrappers/compiler/launch_syntax.h"
#include "wrappers/compiler/run.h"

namespace smpi::wrappers {
namespace {

namespace fs = std::filesystem;

const std::vector<Language>& languages() {
  static const std::vector<Language> table = {
      {"smpicc", "C", "gcc", {"SMPI_CC", "SMPICC_CC", "OMPI_CC", "MPICH_CC"}},
      {"smpicxx", "C++", "g++", {"SMPI_CXX", "SMPICXX_CXX", "OMPI_CXX", "MPICH_CXX"}},
      {"smpihipcc", "HIP", "clang++", {"SMPI_HIPCXX"}, false, Accelerator::hip},
      {"smpinvcc", "CUDA", "clang++", {"SMPI_CUDACXX"}, false, Accelerator::cuda},
      {"smpif77", "Fortran 77", "gfortran", {"SMPI_F77", "SMPI_FC", "OMPI_F77", "MPICH_F77"}, true},
      {"smpif90", "Fortran 90", "gfortran", {"SMPI_F90", "SMPI_FC", "OMPI_FC", "MPICH_F90"}, true},
      {"smpifort", "Fortran", "gfortran", {"SMPI_FC", "OMPI_FC", "MPICH_FC"}, true},
  };
  return table;
}

// The language of a name that a wrapper may be called by: smpicc, or a link to it named mpicc.
const Language* language_called(std::string name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> aliases = {
      {{"mpic++", "mpicxx"},
       {"mpiCC", "mpicxx"},
       {"smpihip", "smpihipcc"},  // CMake refuses compilers of HIP that are called hipcc
       {"hipcc", "smpihipcc"},
       {"nvcc", "smpinvcc"}}};
  for (const auto& [alias, known] : aliases) {
    if (name == alias) name = known;
  }
  const auto found =
      std::find_if(languages().begin(), languages().end(), [&](const Language& language) {
        return name == language.wrapper || "s" + name == language.wrapper;
      });
  return found == languages().end() ? nullptr : &*found;
}

fs::path own_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// Installed or in the build tree, the wrappers are in a directory beside include/ and the
// directory of libraries.
Installation find_installation() {
  const fs::path prefix = own_path().parent_path().parent_path();
  const fs::path libraries = prefix / SMPI_LIBRARY_DIRECTORY;
  return {.include_directory = (prefix / SMPI_INCLUDE_DIRECTORY).string(),
          .fortran_directory = (libraries / "libsmpi" / "fortran").string(),
          .library_directory = libraries.string(),
          .object_directory = (libraries / "libsmpi").string()};
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::string> result;
  for (std::string word; words >> word;) result.push_back(word);
  return result;
}

// Is the compiler a wrapper of ours (CMake sets MPICH_CC to the compiler of the project)?
bool is_wrapper(const std::vector<std::string>& compiler) {
  return language_called(fs::path(compiler.back()).filename()) != nullptr;
}

// -cc=NAME and the like as MPICH has them, else the environment, else the system's compiler.
std::vector<std::string> choose_compiler(const Language& language,
                                         std::vector<std::string>& arguments) {
  for (const std::string prefix : {"-cc=", "-cxx=", "-fc=", "-f77=", "-f90="}) {
    const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const auto& word) {
      return word.compare(0, prefix.size(), prefix) == 0;
    });
    if (found == arguments.end()) continue;
    std::vector<std::string> compiler = split(found->substr(prefix.size()));
    arguments.erase(found);
    if (!compiler.empty()) return compiler;
  }
  for (const char* variable : language.environment) {
    const char* value = std::getenv(variable);
    if (value == nullptr) continue;
    std::vector<std::string> compiler = split(value);
    if (!compiler.empty() && !is_wrapper(compiler)) return compiler;
  }
  if (language.accelerator != Accelerator::none && !find_clang().empty()) return {find_clang()};
  return {language.default_compiler};
}

// smpicxx --hip is smpihipcc, smpicxx --cuda is smpinvcc; the word goes.
const Language* with_accelerator(const Language* language, std::vector<std::string>& arguments) {
  for (const auto& [word, wrapper] :
       {std::pair{"--hip", "smpihipcc"}, std::pair{"--cuda", "smpinvcc"}}) {
    const auto found = std::find(arguments.begin(), arguments.end(), word);
    if (found == arguments.end()) continue;
    arguments.erase(found);
    return language_called(wrapper);
  }
  return language;
}

std::string help_text(const Language& language) {
  return std::string(language.wrapper) + " [options of the compiler] files\n\n" +
         "Compiles and links " + language.name +
         " programs for smpirun. Of its own it takes\n"
         "  -show, -showme         print the command instead of running it\n"
         "  -showme:compile, -compile_info   the flags for compiling\n"
         "  -showme:link, -link_info         the flags for linking\n"
         "  -showme:incdirs, -showme:libdirs, -showme:libs, -showme:command, -showme:version\n"
         "  -version, -git-version           the version of libsmpi\n"
         "  --compiler-version               the version of the compiler, as --version\n"
         "  -trace-call-location             the same as -g: reports have source lines\n"
         "  --hip, --cuda                    compile kernels of HIP or CUDA, by clang, as "
         "smpihipcc "
         "and smpinvcc do\n"
         "  -cc=NAME, -cxx=NAME, -fc=NAME    use another compiler; also by the environment "
         "variable " +
         language.environment.front() + "\n";
}

using Words = std::vector<std::string>;

Words with_compiler(const Command& command, Words flags) {
  flags.insert(flags.begin(), command.compiler().begin(), command.compiler().end());
  return flags;
}

bool asks_version(const std::string& word) {
  constexpr std::array versions = {"-showme:version", "--showme:version", "-version",
                                   "-git-version", "--git-version"};
  return std::find(versions.begin(), versions.end(), word) != versions.end();
}

// The answer to a question about the wrapper; false when `question` is none.
bool answer(const std::string& question, const Language& language, const Installation& installation,
            const Command& command, std::string& text) {
  if (question == "-showme:compile" || question == "--showme:compile") {
    text = join(command.compile_flags());
  } else if (question == "-showme:link" || question == "--showme:link") {
    text = join(command.link_flags());
  } else if (question == "-compile_info" || question == "-compile-info") {
    Words words = with_compiler(command, command.compile_flags());
    words.emplace_back("-c");
    text = join(words);
  } else if (question == "-link_info" || question == "-link-info") {
    text = join(with_compiler(command, command.link_flags()));
  } else if (question == "-showme:incdirs" || question == "--showme:incdirs") {
    text = join(command.include_directories());
  } else if (question == "-showme:libdirs" || question == "--showme:libdirs") {
    text = installation.library_directory;
  } else if (question == "-showme:libs" || question == "--showme:libs") {
    text = join(command.libraries());
  } else if (question == "-showme:command" || question == "--showme:command") {
    text = join(command.compiler());
  } else if (asks_version(question)) {
    text = std::string(language.wrapper) +
           ": libsmpi " SMPI_VERSION " (Language: " + language.name + ")";
  } else if (question == "--version" && language.accelerator == Accelerator::cuda) {
    // As build systems read it from nvcc.
    text = std::string(language.wrapper) + ": libsmpi " SMPI_VERSION
                                           "\nCuda compilation tools, release 12.0, V12.0.0";
  } else if (question == "-showme:help" || question == "--showme:help") {
    text = help_text(language);
  } else {
    return false;
  }
  return true;
}

bool only_shows(const std::string& word) {
  constexpr std::array shows = {"-show", "--show", "-showme", "--showme"};
  return std::find(shows.begin(), shows.end(), word) != shows.end();
}

// Options of SimGrid's wrappers that a compiler has under another name. Calls of MPI are located by
// debug information, which has absolute paths.
void translate_foreign_options(Words& arguments) {
  struct Translation {
    const char* given;
    const char* option;
  };
  constexpr std::array<Translation, 6> translations = {{{"-trace-call-location", "-g"},
                                                        {"--trace-call-location", "-g"},
                                                        {"-trace-call-use-absolute-path", "-g"},
                                                        {"--trace-call-use-absolute-path", "-g"},
                                                        {"-compiler-version", "--version"},
                                                        {"--compiler-version", "--version"}}};
  for (std::string& word : arguments) {
    for (const Translation& translation : translations) {
      if (word == translation.given) word = translation.option;
    }
  }
}

// Messages go through a pipe, where compilers would not use colours.
void keep_colours(Words& words, bool clang) {
  if (isatty(STDERR_FILENO) == 0) return;
  words.emplace_back(clang ? "-fcolor-diagnostics" : "-fdiagnostics-color=always");
}

// Could a second link, as an ordinary executable, succeed? Linkers name the remedy, whatever the
// language of their messages; preinit_array comes with sanitizers.
bool needs_executable(const std::string& messages) {
  return messages.find("-fPIC") != std::string::npos ||
         messages.find(".preinit_array") != std::string::npos ||
         messages.find("R_X86_64_TPOFF32") != std::string::npos;
}

int link_program(const Command& command) {
  const bool clang = command.compiler().back().find("clang") != std::string::npos;
  Words words = command.words(true);
  keep_colours(words, clang);
  const Outcome first = run_and_capture(words);
  if (first.exit_status == 0 || !needs_executable(first.messages)) {
    std::fputs(first.messages.c_str(), stderr);
    return first.exit_status;
  }
  return replace_process(command.words(false));
}

int run(const std::string& called_as, Words arguments) {
  const Language* language = language_called(called_as);
  if (language == nullptr) {
    std::fprintf(stderr,
                 "%s: call this program smpicc, smpicxx, smpihipcc, smpinvcc, smpif77, smpif90 or "
                 "smpifort, or the same without s\n",
                 called_as.c_str());
    return 1;
  }
  language = with_accelerator(language, arguments);
  const Installation installation = find_installation();
  Words compiler = choose_compiler(*language, arguments);
  const auto shown = std::remove_if(arguments.begin(), arguments.end(), only_shows);
  const bool show = shown != arguments.end();
  arguments.erase(shown, arguments.end());
  if (language->accelerator != Accelerator::none && find_clang().empty() &&
      compiler.front() == language->default_compiler) {
    std::fprintf(
        stderr,
        "%s: kernels need clang, and there is no clang++ here; install it (Debian: apt-get "
        "install clang), or name it with -cxx=NAME\n",
        language->wrapper);
    return 1;
  }
  translate_foreign_options(arguments);
  if (language->accelerator != Accelerator::none && !show) {
    const Words overlay = overlay_of_sources(arguments);
    arguments.insert(arguments.end(), overlay.begin(), overlay.end());
  }
  const Command command(*language, installation, std::move(compiler), arguments);
  for (const std::string& word : arguments) {
    std::string text;
    if (answer(word, *language, installation, command, text)) {
      std::puts(text.c_str());
      return 0;
    }
  }
  if (!command.refusal().empty()) {
    std::fprintf(stderr, "%s: %s\n", language->wrapper, command.refusal().c_str());
    return 1;
  }
  if (show) {
    Words words = command.words(true);
    if (command.stage() == Stage::nothing) {
      words = with_compiler(command, command.compile_flags());
      const Words link = command.link_flags();
      words.insert(words.end(), link.begin(), link.end());
    }
    std::puts(join(words).c_str());
    return 0;
  }
  if (command.stage() == Stage::link_program) return link_program(command);
  return replace_process(command.words(false));
}

}  // namespace
}  // namespace smpi::wrappers

int main(int argc, char** argv) {
  const std::string called_as = std::filesystem::path(argv[0]).filename();
  return smpi::wrappers::run(called_as, {argv + 1, argv + argc});
}
