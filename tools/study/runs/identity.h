// SPDX-License-Identifier: BSD-3-Clause
//
// What makes two runs the same: then the result of one is the result of the other.
//
// The key of a run hashes (XXH3-128) the numbers of our models, smpirun, the program, their
// libraries, every file that an option names and what those files name, the programs that a script
// as program names, the files and inputs of the run, its words and what of the environment reaches
// the program. Paths are not in it, so a copy of a study finds the results of the first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/study/plan/plan.h"

namespace smpi::study {

class Identities {
 public:
  // `smpirun` is a path. Throws InputError when a file that all runs need cannot be read.
  Identities(const Plan& plan, std::string smpirun);

  std::string key(std::size_t point, unsigned replica);
  // The same for runs that share their past.
  std::string past_key(std::size_t point, unsigned replica);
  // As it is executed. Options that name a file beside the plan name it by its absolute path.
  std::vector<std::string> command(std::size_t point, unsigned replica);

 private:
  std::string key_of(std::size_t point, unsigned replica, const std::string& future);
  // What a file is to a run: its content, and that of the files that it names. nullopt when there
  // is no such file.
  std::optional<std::string> content_hash(const std::string& path);
  std::string hash_with_named_files(const std::string& path, const std::string& folder, int depth);
  // The file that a word or the end of it names, such as node.toml in --blas=modeled:node.toml.
  struct NamedFile {
    std::size_t begin;  // in the word
    std::string path;
    std::string hash;
  };
  std::optional<NamedFile> named_file(const std::string& word, bool is_beside_plan);
  std::vector<std::string> program_hashes(const std::string& program, int depth = 0);

  const Plan& plan_;
  std::string smpirun_;
  std::map<std::string, std::optional<std::string>> hashes_;  // by path
  std::vector<std::string> constant_;                         // of all runs
};

}  // namespace smpi::study
