// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --report FILE: what a run did, as one HTML page, or as the JSON that pages are made of
// where FILE ends in .json.
//
// Pages are made by smpi-study, which is installed beside smpirun: libsmpi does not know how a page
// looks, and programs do not carry the scripts of one along. Alternative considered: the page maker
// as a part of libmpi_abi.so, which every program would load with 0.8 MB of scripts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/summary.h"

namespace smpi {
class Simulation;
namespace record {
class RunRecord;
}
}  // namespace smpi

namespace smpi::launch {

// Of the JSON (docs/report.md): raised when a key changes its meaning or goes.
inline constexpr int record_schema = 1;

// Throws InputError when --report cannot be done, as far as that can be known before the run.
void require_report_possible(const Arguments& arguments);
// Power over time is recorded, too, where energy is known. To be called before the run.
void prepare_report(const Arguments& arguments, Simulation& simulation);
// After the run.
nlohmann::ordered_json record_json(const Arguments& arguments, const Simulation& simulation,
                                   const Summary& summary, record::RunRecord& record);
// As the end of the name says. Throws InputError.
void write_report(const std::string& path, const nlohmann::ordered_json& record);

}  // namespace smpi::launch
