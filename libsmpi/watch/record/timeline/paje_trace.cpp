// SPDX-License-Identifier: BSD-3-Clause
//
// Aliases of types and values follow SimGrid's numbers where it has fixed ones.
#include "libsmpi/watch/record/timeline/paje_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

#include "kernel/error.h"

namespace smpi::record {
namespace {

enum PajeEvent : std::uint8_t {
  define_container_type,
  define_variable_type,
  define_state_type,
  define_event_type,
  define_link_type,
  define_entity_value,
  create_container,
  destroy_container,
  set_variable,
  add_variable,
  subtract_variable,
  set_state,
  push_state,
  pop_state,
  reset_state,
  start_link,
  end_link,
  new_event
};

struct EventDefinition {
  PajeEvent event;
  const char* name;
  const char* fields;  // "Name type", separated by commas
};

constexpr std::array<EventDefinition, 18> definitions = {{
    {define_container_type, "PajeDefineContainerType", "Alias string,Type string,Name string"},
    {define_variable_type, "PajeDefineVariableType",
     "Alias string,Type string,Name string,Color color"},
    {define_state_type, "PajeDefineStateType", "Alias string,Type string,Name string"},
    {define_event_type, "PajeDefineEventType", "Alias string,Type string,Name string"},
    {define_link_type, "PajeDefineLinkType",
     "Alias string,Type string,StartContainerType string,EndContainerType string,Name string"},
    {define_entity_value, "PajeDefineEntityValue",
     "Alias string,Type string,Name string,Color color"},
    {create_container, "PajeCreateContainer",
     "Time date,Alias string,Type string,Container string,Name string"},
    {destroy_container, "PajeDestroyContainer", "Time date,Type string,Name string"},
    {set_variable, "PajeSetVariable", "Time date,Type string,Container string,Value double"},
    {add_variable, "PajeAddVariable", "Time date,Type string,Container string,Value double"},
    {subtract_variable, "PajeSubVariable", "Time date,Type string,Container string,Value double"},
    {set_state, "PajeSetState", "Time date,Type string,Container string,Value string"},
    {push_state, "PajePushState", "Time date,Type string,Container string,Value string"},
    {pop_state, "PajePopState", "Time date,Type string,Container string"},
    {reset_state, "PajeResetState", "Time date,Type string,Container string"},
    {start_link, "PajeStartLink",
     "Time date,Type string,Container string,Value string,StartContainer string,Key string"},
    {end_link, "PajeEndLink",
     "Time date,Type string,Container string,Value string,EndContainer string,Key string"},
    {new_event, "PajeNewEvent", "Time date,Type string,Container string,Value string"},
}};

// Types: ranks are containers below the root, or below hosts.
constexpr int rank_type = 1;
constexpr int state_type = 2;
constexpr int link_type = 3;
constexpr int host_type = 4;
constexpr int computing_value = 5;
constexpr int stream_type = 6;  // streams of devices are containers below ranks
constexpr int stream_state_type = 7;
constexpr std::uint32_t first_free_alias = 10;
// Values of functions are far from aliases of containers.
constexpr std::uint32_t first_function_value = 1U << 28;
constexpr int precision_max = 15;

std::string colour_of(std::uint32_t number) {
  static constexpr std::array<const char*, 12> colours = {
      "0.9 0.3 0.2", "0.2 0.5 0.9", "0.3 0.7 0.3", "0.9 0.7 0.2", "0.6 0.3 0.7", "0.2 0.7 0.7",
      "0.9 0.5 0.7", "0.5 0.5 0.2", "0.4 0.4 0.9", "0.7 0.5 0.3", "0.5 0.8 0.5", "0.7 0.2 0.4"};
  return colours[number % colours.size()];
}

// Calls of MPI have SimGrid's names; what a device does is quoted, as it may have spaces.
std::string value_name(const FunctionRecord& function) {
  if (function.work) return fmt::format("\"{}\"", function.name);
  return (function.name.starts_with("MPI_") ? "P" : "") + function.name;
}

bool wants_sizes(PajeEvent event, const PajeStyle& style) {
  return style.shows_sizes && (event == start_link || event == end_link);
}

}  // namespace

PajeStyle paje_style(const kernel::Options& options) {
  PajeStyle style;
  const double precision = options.number("tracing/precision");
  if (!(precision >= 0 && precision <= precision_max)) {
    throw kernel::InputError(
        "option tracing/precision is a number of digits",
        {.text = options.text("tracing/precision"), .hint = fmt::format("0 to {}", precision_max)});
  }
  style.precision = static_cast<int>(precision);
  style.shows_computing = options.boolean("tracing/smpi/computing");
  style.groups_by_host = options.boolean("tracing/smpi/group");
  style.shows_sizes = options.boolean("tracing/smpi/display-sizes");
  if (options.is_set("tracing/comment")) style.comments.push_back(options.text("tracing/comment"));
  if (const std::string& path = options.text("tracing/comment-file"); !path.empty()) {
    std::ifstream file(path);
    if (!file) {
      throw kernel::InputError("cannot read the file of option tracing/comment-file",
                               {.text = path});
    }
    for (std::string line; std::getline(file, line);) style.comments.push_back(line);
  }
  return style;
}

PajeTrace::PajeTrace(const std::string& path, PajeStyle style)
    : path_(path),
      style_(std::move(style)),
      file_(path, "timeline"),
      last_alias_(first_free_alias) {
  write_header();
}

void PajeTrace::write_header() {
  for (std::string comment : style_.comments) {
    std::ranges::replace(comment, '\n', ' ');
    file_.append(fmt::format("# {}\n", comment));
  }
  for (const EventDefinition& definition : definitions) {
    file_.append(
        fmt::format("%EventDef {} {}\n", definition.name, static_cast<int>(definition.event)));
    std::string_view fields = definition.fields;
    while (!fields.empty()) {
      const std::size_t comma = std::min(fields.find(','), fields.size());
      file_.append(fmt::format("%       {}\n", fields.substr(0, comma)));
      fields.remove_prefix(std::min(comma + 1, fields.size()));
    }
    if (wants_sizes(definition.event, style_)) file_.append("%       Size int\n");
    file_.append("%EndEventDef\n");
  }
  const int parent = style_.groups_by_host ? host_type : 0;
  if (style_.groups_by_host) {
    file_.append(fmt::format("{} {} 0 HOST\n", +define_container_type, host_type));
  }
  file_.append(fmt::format("{} {} {} MPI\n", +define_container_type, rank_type, parent));
  file_.append(fmt::format("{} {} {} MPI_STATE\n", +define_state_type, state_type, rank_type));
  file_.append(
      fmt::format("{} {} 0 {} {} MPI_LINK\n", +define_link_type, link_type, rank_type, rank_type));
  if (style_.shows_computing) {
    file_.append(fmt::format("{} {} {} computing \"0.8 0.8 0.8\"\n", +define_entity_value,
                             computing_value, state_type));
  }
}

void PajeTrace::define_streams() {
  if (std::exchange(has_streams_, true)) return;
  file_.append(fmt::format("{} {} {} STREAM\n", +define_container_type, stream_type, rank_type));
  file_.append(
      fmt::format("{} {} {} STREAM_STATE\n", +define_state_type, stream_state_type, stream_type));
}

int PajeTrace::state_type_of(const Lane& lane) const {
  return lane.device ? stream_state_type : state_type;
}

std::string PajeTrace::time(double now_s) const {
  return fmt::format("{:.{}f}", now_s, style_.precision);
}

void PajeTrace::add_lane(const Lane& lane) {
  // Containers exist from the beginning, so that charts of all rows have the same length.
  const std::string begin = time(0);
  std::uint32_t parent = 0;
  if (lane.device) {
    define_streams();
    parent = container_of_rank_[lane.process];
  } else if (style_.groups_by_host) {
    if (lane.host >= container_of_host_.size()) container_of_host_.resize(lane.host + 1);
    std::uint32_t& host = container_of_host_[lane.host];
    if (host == 0) {
      host = ++last_alias_;
      file_.append(fmt::format("{} {} {} {} 0 \"{}\"\n", +create_container, begin, host, host_type,
                               lane.host_name));
    }
    parent = host;
  }
  container_of_lane_.push_back(++last_alias_);
  computes_.push_back(false);
  is_stream_.push_back(lane.device.has_value());
  if (lane.thread == 0) {
    if (lane.process >= container_of_rank_.size()) container_of_rank_.resize(lane.process + 1);
    container_of_rank_[lane.process] = last_alias_;
  }
  std::string name =
      fmt::format("rank-{}{}{}", lane.process, lane.part.empty() ? "" : "-", lane.part);
  std::ranges::replace(name, ' ', '-');
  file_.append(fmt::format("{} {} {} {} {} \"{}\"\n", +create_container, begin, last_alias_,
                           lane.device ? stream_type : rank_type, parent, name));
}

void PajeTrace::enter(const Lane& lane, const FunctionRecord& function, double now_s) {
  if (function.index >= has_value_.size()) has_value_.resize(function.index + 1);
  const std::uint32_t value = first_function_value + function.index;
  if (!has_value_[function.index]) {
    has_value_[function.index] = true;
    file_.append(fmt::format("{} {} {} {} \"{}\"\n", +define_entity_value, value,
                             state_type_of(lane), value_name(function), colour_of(function.index)));
  }
  const std::uint32_t container = container_of_lane_[lane.index];
  const std::string now = time(now_s);
  if (computes_[lane.index]) {
    computes_[lane.index] = false;
    file_.append(fmt::format("{} {} {} {}\n", +pop_state, now, state_type, container));
  }
  file_.append(
      fmt::format("{} {} {} {} {}\n", +push_state, now, state_type_of(lane), container, value));
}

void PajeTrace::leave(const CallEvent& call) {
  const std::uint32_t container = container_of_lane_[call.lane->index];
  const std::string now = time(call.end_s);
  file_.append(fmt::format("{} {} {} {}\n", +pop_state, now, state_type_of(*call.lane), container));
  if (!style_.shows_computing || call.is_cut || call.lane->thread != 0) return;
  if (call.function->name == "MPI_Finalize") return;
  computes_[call.lane->index] = true;
  file_.append(
      fmt::format("{} {} {} {} {}\n", +push_state, now, state_type, container, computing_value));
}

// The serial is the last word of the key, and the last but one of the line with sizes.
void PajeTrace::link(int event, const MessageEvent& message, const Lane& lane, double now_s) {
  file_.append(fmt::format("{} {} {} 0 PTP {} {}_{}_{}_{}{}\n", event, time(now_s), link_type,
                           container_of_lane_[lane.index], message.sender, message.receiver,
                           message.tag, message.serial,
                           style_.shows_sizes ? fmt::format(" {}", message.size_bytes) : ""));
}

void PajeTrace::send(const MessageEvent& message, double now_s) {
  link(start_link, message, *message.from, now_s);
}

void PajeTrace::receive(const MessageEvent& message, double now_s) {
  link(end_link, message, *message.to, now_s);
}

void PajeTrace::destroy_containers(double end_s) {
  const std::string end = time(end_s);
  for (std::size_t lane = 0; lane < container_of_lane_.size(); lane++) {
    if (computes_[lane]) {
      file_.append(
          fmt::format("{} {} {} {}\n", +pop_state, end, state_type, container_of_lane_[lane]));
    }
  }
  for (const bool is_stream : {true, false}) {  // what is inside others goes first
    for (std::size_t lane = 0; lane < container_of_lane_.size(); lane++) {
      if (is_stream_[lane] != is_stream) continue;
      file_.append(fmt::format("{} {} {} {}\n", +destroy_container, end,
                               is_stream ? stream_type : rank_type, container_of_lane_[lane]));
    }
  }
  for (const std::uint32_t container : container_of_host_) {
    if (container == 0) continue;
    file_.append(fmt::format("{} {} {} {}\n", +destroy_container, end, host_type, container));
  }
}

namespace {

// Does the line start the link of a message that is lost?
bool is_lost(const std::string& line, const std::vector<std::uint64_t>& lost) {
  static const std::string start = fmt::format("{} ", +start_link);
  if (!line.starts_with(start)) return false;
  const std::size_t serial = line.rfind('_') + 1;
  return std::ranges::binary_search(lost, std::stoull(line.substr(serial)));
}

}  // namespace

void PajeTrace::close(double end_s, const std::vector<std::uint64_t>& lost) {
  destroy_containers(end_s);
  if (lost.empty()) {
    file_.publish();
    return;
  }
  SpoolFile kept(path_, "timeline");
  file_.rewind();
  for (std::string line; file_.read_line(line);) {
    if (!is_lost(line, lost)) kept.append(line);
  }
  file_.require_whole();
  kept.publish();
}

}  // namespace smpi::record
