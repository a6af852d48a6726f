// SPDX-License-Identifier: BSD-3-Clause
//
// What is known of a study, for whoever looks: tables, exports, reports. It needs the folder only,
// not the plan, which may have changed or gone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/study/plan/plan.h"
#include "tools/study/store/study_store.h"

namespace smpi::study {

// How a result of a study's document is headed: "time (s)".
std::string name_with_unit(const nlohmann::json& result);

class StudyView {
 public:
  // Throws InputError where there is no study, or a damaged one.
  explicit StudyView(const StudyFolder& folder);

  // All of it, as docs/studies.md describes. Equal results give equal bytes.
  nlohmann::ordered_json document();
  std::string json();  // the same as text
  // RFC 4180: a row per run, parameters, then results with all their digits.
  std::string csv();
  // The same rows as JSON, one per line.
  std::string json_lines();
  // For people: a row per point with the mean of each result.
  std::string table();
  // `plan` is what the study is of: it tells how long the runs to come will take.
  std::string status(const Plan& plan);
  // What the runs of the plan will take by what is known of this study: a sentence; empty while
  // nothing is known.
  std::string expectation(const Plan& plan);
  // The mean of a result at each point, where it has one.
  std::vector<std::optional<double>> means(const std::string& result) const;
  // Of one run that is done.
  std::optional<double> value(std::size_t place, unsigned replica, const std::string& result) const;
  // What smpirun said of a run that is done, as JSON; empty: nothing.
  std::string summary(std::size_t place, unsigned replica);
  // A copy of the database, whole also while the study runs. Throws InputError.
  void copy_database(const std::string& path);

 private:
  struct Point {
    nlohmann::json parameters;
    std::vector<StoredRun> runs;
  };

  void read_notes();
  void read_points();
  std::vector<std::string> result_names() const;
  void mark_dominated();
  nlohmann::ordered_json point_document(std::size_t place) const;

  StudyFolder folder_;
  StudyStore store_;
  std::string name_;
  std::vector<std::string> names_;      // of the parameters, in the order of the plan
  std::vector<std::string> workloads_;  // of these, those that say what is to be done
  nlohmann::json results_;              // name, direction and unit of each
  std::vector<Point> points_;           // those of the plan, in its order
};

}  // namespace smpi::study
