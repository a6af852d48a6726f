// SPDX-License-Identifier: BSD-3-Clause
//
// Alternatives considered: asking smpirun which files it opens would be exact, and would need a
// run; hashing too much costs a cache miss, hashing too little a wrong result.
#include "tools/study/runs/identity.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>

#include "kernel/file_kind.h"
#include "kernel/read_file.h"
#include "libsmpi/ranks/runtime/version.h"
#include "libsmpi/run/launch/libtool_wrapper.h"
#include "tools/study/runs/script_programs.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

// What reaches a program and may change what it computes.
constexpr std::array<std::string_view, 3> environment_prefixes = {"SMPI_", "OMP_", "OPENBLAS_"};

std::string hash_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// The paths that the dynamic linker would load, with these folders before those of
// LD_LIBRARY_PATH; none for a script.
std::vector<std::string> libraries_of(const std::string& program, const std::string& folders) {
  std::string command = "ldd " + shell_word(program) + " 2>/dev/null";
  if (!folders.empty()) {
    command = "LD_LIBRARY_PATH=" + shell_word(folders) + "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} " +
              command;
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> paths;
  if (!pipe) return paths;
  std::array<char, 4096> line{};
  while (fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    const std::string text = line.data();
    const std::size_t begin = text.find('/');
    const std::size_t end = text.rfind(" (");
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
      paths.push_back(text.substr(begin, end - begin));
    }
  }
  return paths;
}

std::vector<std::string> environment() {
  std::vector<std::string> found;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    for (const std::string_view prefix : environment_prefixes) {
      if (text.starts_with(prefix)) found.emplace_back(text);
    }
  }
  std::ranges::sort(found);
  return found;
}

bool has_letter(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c) != 0; });
}

}  // namespace

Identities::Identities(const Plan& plan, std::string smpirun)
    : plan_(plan), smpirun_(std::move(smpirun)) {
  constant_.push_back(fmt::format("model {}", model_revision));
  if (plan_.uses_smpirun) {
    for (std::string& hash : program_hashes(smpirun_)) constant_.push_back(std::move(hash));
  }
  for (std::string& hash : program_hashes(plan_.program)) constant_.push_back(std::move(hash));
  for (const std::string& input : plan_.inputs) {
    const fs::path path = input;
    constant_.push_back("input " + path.filename().native());
    if (!kernel::is_folder(path)) {
      constant_.push_back(content_hash(path).value_or(""));
      continue;
    }
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) names.push_back(entry.path());
    }
    std::ranges::sort(names);
    for (const std::string& name : names) {
      constant_.push_back(fs::path(name).lexically_relative(path));
      constant_.push_back(content_hash(name).value_or(""));
    }
  }
  for (std::string& entry : environment()) constant_.push_back(std::move(entry));
}

std::vector<std::string> Identities::program_hashes(const std::string& program, int depth) {
  constexpr int deepest = 3;
  std::vector<std::string> hashes = {content_hash(program).value_or("")};
  launch::LibtoolWrapper executed{.program = program, .library_path = ""};
  std::error_code none;
  if (fs::is_regular_file(program, none)) {
    const std::string content = kernel::read_file(program, "this program", {.file = program});
    if (auto wrapper = launch::read_libtool_wrapper(program, content)) {
      executed = std::move(*wrapper);
      hashes.push_back(content_hash(executed.program).value_or(""));
    } else if (is_script(content) && depth < deepest) {
      for (const std::string& named : programs_of_script(program, content)) {
        std::ranges::move(program_hashes(named, depth + 1), std::back_inserter(hashes));
      }
    }
  }
  for (const std::string& path : libraries_of(executed.program, executed.library_path)) {
    hashes.push_back(content_hash(path).value_or(""));
  }
  return hashes;
}

std::string Identities::hash_with_named_files(const std::string& path, const std::string& folder,
                                              int depth) {
  const std::string content = kernel::read_file(path, "this file of the study", {.file = path});
  std::string hash = hash_of(content);
  constexpr std::size_t text_most_bytes = 1 << 20;
  constexpr int deepest = 3;
  // Platforms and overlays name other files in quotes.
  if (depth >= deepest || content.size() > text_most_bytes ||
      content.find('\0') != std::string::npos) {
    return hash;
  }
  static const std::regex quoted("[\"']([^\"'\\n]{1,255})[\"']");
  for (std::sregex_iterator match(content.begin(), content.end(), quoted), end; match != end;
       ++match) {
    const fs::path named = fs::path(folder) / (*match)[1].str();
    std::error_code none;
    if (!fs::is_regular_file(named, none)) continue;
    hash += hash_with_named_files(named, named.parent_path(), depth + 1);
  }
  return hash_of(hash);
}

std::optional<std::string> Identities::content_hash(const std::string& path) {
  const auto known = hashes_.find(path);
  if (known != hashes_.end()) return known->second;
  std::optional<std::string> hash;
  std::error_code none;
  if (fs::is_regular_file(path, none)) {
    hash = hash_with_named_files(path, fs::path(path).parent_path(), 0);
  }
  return hashes_.emplace(path, hash).first->second;
}

std::optional<Identities::NamedFile> Identities::named_file(const std::string& word,
                                                            bool is_beside_plan) {
  for (std::size_t begin = 0; begin < word.size();) {
    const std::string_view rest = std::string_view(word).substr(begin);
    const bool is_absolute = rest.starts_with('/');
    if (has_letter(rest) && (is_absolute || is_beside_plan)) {
      const std::string path =
          is_absolute ? std::string(rest) : plan_.folder + "/" + std::string(rest);
      if (auto hash = content_hash(path)) return NamedFile{begin, path, *hash};
    }
    const std::size_t next = word.find_first_of("=:,", begin);
    if (next == std::string::npos) break;
    begin = next + 1;
  }
  return std::nullopt;
}

std::vector<std::string> Identities::command(std::size_t point, unsigned replica) {
  const std::vector<Value> values = template_values(plan_, point, replica);
  std::vector<std::string> command;
  if (plan_.uses_smpirun) {
    command.push_back(smpirun_);
    for (const Template& option : plan_.options) {
      std::string word = option.fill(values);
      if (const auto file = named_file(word, true))
        word.replace(file->begin, word.npos, file->path);
      command.push_back(std::move(word));
    }
    command.insert(command.end(),
                   {"--cfg", fmt::format("smpi/seed:{}", seed_of(plan_, point, replica)),
                    "--summary", "summary.json"});
    if (plan_.future) command.insert(command.end(), {"--futures", "future.toml"});
  }
  command.push_back(plan_.program);
  for (const Template& argument : plan_.arguments) command.push_back(argument.fill(values));
  return command;
}

std::string Identities::past_key(std::size_t point, unsigned replica) {
  return key_of(point, replica, "");
}

std::string Identities::key(std::size_t point, unsigned replica) {
  if (!plan_.future) return key_of(point, replica, "");
  std::string future = fmt::format("at {}\n", plan_.future->at_s);
  const std::string lines = plan_.future->lines(template_values(plan_, point, replica));
  const std::size_t quote = lines.find('\'');  // of the scenario, the only file
  if (quote == std::string::npos) return key_of(point, replica, future + lines);
  const std::string path = lines.substr(quote + 1, lines.rfind('\'') - quote - 1);
  future += lines.substr(0, quote) + content_hash(path).value_or("");
  return key_of(point, replica, future);
}

std::string Identities::key_of(std::size_t point, unsigned replica, const std::string& future) {
  const std::vector<Value> values = template_values(plan_, point, replica);
  nlohmann::json words = nlohmann::json::array();
  const auto add = [&](const Template& text, bool is_beside_plan) {
    const std::string word = text.fill(values);
    const auto file = named_file(word, is_beside_plan);
    words.push_back(file ? word.substr(0, file->begin) + "file " + file->hash : word);
  };
  for (const Template& option : plan_.options) add(option, true);
  if (plan_.uses_smpirun) words.push_back(seed_of(plan_, point, replica));
  words.push_back("program");
  for (const Template& argument : plan_.arguments) add(argument, false);
  nlohmann::json files = nlohmann::json::object();
  for (const auto& [name, content] : plan_.files) files[name] = hash_of(content.fill(values));
  nlohmann::json identity = {{"all", constant_}, {"words", words}, {"files", files}};
  if (!future.empty()) identity["future"] = future;
  return hash_of(identity.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace smpi::study
