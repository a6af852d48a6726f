// SPDX-License-Identifier: BSD-3-Clause
//
// Options that decide what is started, and when, are ours; the others of sbatch pass through.
#include "tools/study/plan/slurm_options.h"

#include <array>
#include <string_view>

#include "models/readers/toml_file.h"

namespace smpi::study {
namespace {

using models::Quantity;
using models::TomlFile;

void read_text(const TomlFile& file, const toml::table& table, const char* key, std::string& text) {
  if (const toml::node* entry = table.get(key)) text = file.text(*entry, key);
}

void read_time(const TomlFile& file, const toml::table& table, const char* key, double& time_s) {
  const toml::node* entry = table.get(key);
  if (entry == nullptr) return;
  time_s = file.quantity(*entry, key, Quantity::time_s);
  if (time_s == 0) file.refuse(*entry, "this time cannot be 0", key);
}

void refuse_ours(const TomlFile& file, const toml::node& node, const std::string& option) {
  static constexpr std::array<std::string_view, 8> ours = {
      "--array", "-a", "--parsable", "--job-name", "-J", "--output", "-o", "--wait"};
  const std::string name = option.substr(0, option.find('='));
  if (!name.starts_with('-')) {
    file.refuse(node, "this is not an option of sbatch", option, "such as \"--exclusive\"");
  }
  for (const std::string_view one : ours) {
    if (name == one) file.refuse(node, "smpi-study gives this option itself", option);
  }
}

}  // namespace

SlurmOptions read_slurm_options(const TomlFile& file, const toml::node& node) {
  static constexpr std::array<std::string_view, 8> keys = {
      "partition", "account", "qos", "options", "limit", "chunk", "poll", "grace"};
  const toml::table& table = file.table(node, "[slurm]");
  file.check_keys(table, keys);
  SlurmOptions slurm;
  read_text(file, table, "partition", slurm.partition);
  read_text(file, table, "account", slurm.account);
  read_text(file, table, "qos", slurm.qos);
  read_time(file, table, "chunk", slurm.chunk_s);
  read_time(file, table, "poll", slurm.poll_s);
  read_time(file, table, "grace", slurm.grace_s);
  constexpr unsigned limit_most = 100000;
  if (const toml::node* entry = table.get("limit")) {
    slurm.limit = static_cast<unsigned>(file.whole(*entry, "'limit'", 1, limit_most));
  }
  if (const toml::node* entry = table.get("options")) {
    for (const toml::node& word : file.array(*entry, "'options'")) {
      slurm.options.push_back(file.text(word, "an option of sbatch"));
      refuse_ours(file, word, slurm.options.back());
    }
  }
  return slurm;
}

}  // namespace smpi::study
