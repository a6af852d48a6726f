// SPDX-License-Identifier: BSD-3-Clause
//
// The platform format, version 4 and 4.1, as a table: which attributes and children a tag may have.
//
// A DTD validator would say less (no nearest name, one error at a time) and would need the DTD.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "models/readers/xml_document.h"

namespace smpi::models {
namespace {

struct Tag {
  std::string_view name;
  std::string_view attributes;  // blank-separated; a required one ends with '!'
  std::string_view children;
};

constexpr std::string_view zone_children =
    "prop include AS zone cluster cabinet peer host router link backbone host_link route ASroute "
    "zoneRoute bypassRoute bypassASroute bypassZoneRoute trace trace_connect";

constexpr auto tags = std::to_array<Tag>({
    {"platform", "version!", "config include cluster cabinet peer AS zone trace trace_connect"},
    {"include", "file!", zone_children},
    {"config", "id", "prop"},
    {"prop", "id! value!", ""},
    {"AS", "id! routing!", zone_children},
    {"zone", "id! routing!", zone_children},
    {"host", "id! speed! core pstate availability_file speed_file state_file coordinates",
     "prop disk"},
    {"disk", "id! read_bw! write_bw!", "prop"},
    {"link", "id! bandwidth! latency sharing_policy bandwidth_file latency_file state_file",
     "prop"},
    {"cluster",
     "id! prefix! suffix! radical! speed! core bw! lat! sharing_policy bb_bw bb_lat "
     "bb_sharing_policy limiter_link loopback_bw loopback_lat topology topo_parameters router_id",
     "prop"},
    {"cabinet", "id! prefix! suffix! radical! speed! bw! lat!", "prop"},
    {"peer", "id! speed! bw_in! bw_out! lat coordinates availability_file speed_file state_file",
     ""},
    {"router", "id! coordinates", "prop"},
    {"backbone", "id! bandwidth! latency!", "prop"},
    {"host_link", "id! up! down!", "prop"},
    {"route", "src! dst! symmetrical", "link_ctn"},
    {"ASroute", "src! dst! gw_src! gw_dst! symmetrical", "link_ctn"},
    {"zoneRoute", "src! dst! gw_src! gw_dst! symmetrical", "link_ctn"},
    {"bypassRoute", "src! dst!", "link_ctn"},
    {"bypassASroute", "src! dst! gw_src! gw_dst!", "link_ctn"},
    {"bypassZoneRoute", "src! dst! gw_src! gw_dst!", "link_ctn"},
    {"link_ctn", "id! direction", ""},
    {"trace", "id! file periodicity", ""},
    {"trace_connect", "trace! element! kind", ""},
});

// What the format has or had, and what we say instead of "unknown tag".
struct Refused {
  std::string_view name;
  const char* hint;
};

constexpr auto refused = std::to_array<Refused>({
    {"actor", "processes belong in a deployment file; ranks are placed by smpirun -hostfile"},
    {"process", "processes belong in a deployment file; ranks are placed by smpirun -hostfile"},
    {"storage", "storages were replaced by <disk> in version 4.1 of the format"},
    {"storage_type", "storages were replaced by <disk> in version 4.1 of the format"},
    {"mount", "storages were replaced by <disk> in version 4.1 of the format"},
    {"random", "random values are not supported in platform files"},
});

template <class Visit>
void for_each_word(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::string nearest_of(std::string_view name, std::string_view words) {
  std::vector<std::string_view> candidates;
  for_each_word(words, [&](std::string_view word) {
    candidates.push_back(word.ends_with('!') ? word.substr(0, word.size() - 1) : word);
  });
  return kernel::did_you_mean(name, candidates,
                              fmt::format("known here: {}", fmt::join(candidates, " ")));
}

const Tag* find_tag(std::string_view name) {
  const auto found =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
  return found == tags.end() ? nullptr : &*found;
}

class FormatChecker {
 public:
  explicit FormatChecker(Problems& problems) : problems_(problems) {}

  void check(const Element& element, const Tag& tag) {
    check_attributes(element, tag);
    for (const pugi::xml_node node : element.node()) {
      const Element child(element.file(), node);
      if (problems_.is_full()) return;
      if (node.type() == pugi::node_element) {
        check_child(child, tag);
      } else if ((node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) &&
                 tag.name != "trace") {
        report(child, fmt::format("text inside <{}>", tag.name), node.value(),
               "only <trace> holds text");
      }
    }
  }

 private:
  void check_child(const Element& child, const Tag& parent) {
    const std::string_view name = child.tag();
    const Tag* tag = find_tag(name);
    if (is_word_of(name, parent.children)) {
      check_inside(child, *tag);
    } else if (tag != nullptr) {
      report(child, fmt::format("this tag cannot stand inside <{}>", parent.name), name, "");
    } else {
      const auto known = std::find_if(refused.begin(), refused.end(),
                                      [&](const Refused& entry) { return entry.name == name; });
      report(child, "unknown tag", name,
             known != refused.end() ? known->hint : nearest_of(name, parent.children));
    }
  }

  // Reading and routing call themselves for each zone: a file of 10,000 zones in each other must
  // not fill the stack.
  void check_inside(const Element& child, const Tag& tag) {
    constexpr int deepest = 200;
    if (depth_ == deepest) return report(child, "tags are nested too deeply", tag.name, "");
    depth_++;
    check(child, tag);
    depth_--;
  }

  void check_attributes(const Element& element, const Tag& tag) {
    for (const pugi::xml_attribute attribute : element.node().attributes()) {
      const std::string_view name = attribute.name();
      if (element.node().attribute(attribute.name()) != attribute) {
        report(element, fmt::format("<{}> has the attribute twice", tag.name), name, "");
      }
      if (is_word_of(name, tag.attributes)) continue;
      report(element, fmt::format("unknown attribute of <{}>", tag.name), name,
             nearest_of(name, tag.attributes));
    }
    for_each_word(tag.attributes, [&](std::string_view word) {
      if (!word.ends_with('!')) return;
      word.remove_suffix(1);
      const auto has_name = [&](const pugi::xml_attribute& attribute) {
        return word == attribute.name();
      };
      if (element.node().find_attribute(has_name)) return;
      report(element, fmt::format("<{}> lacks the attribute", tag.name), word, "");
    });
  }

  static bool is_word_of(std::string_view name, std::string_view words) {
    bool found = false;
    for_each_word(words, [&](std::string_view word) {
      if (word.ends_with('!')) word.remove_suffix(1);
      found |= word == name;
    });
    return found;
  }

  void report(const Element& element, const std::string& message, std::string_view text,
              std::string hint) {
    problems_.add(kernel::InputError(
        message, {element.file().path(), element.line(), std::string(text), std::move(hint)}));
  }

  Problems& problems_;
  int depth_ = 0;
};

}  // namespace

void check_format(const Element& root, bool is_included, Problems& problems) {
  FormatChecker checker(problems);
  const Tag* tag = find_tag(root.tag());
  if (tag == nullptr || tag->name != "platform") {
    problems.add(
        kernel::InputError("not a platform file: its first tag is not <platform>",
                           {root.file().path(), root.line(), std::string(root.tag()), ""}));
    return;
  }
  Tag allowed = *tag;
  if (is_included) allowed.children = zone_children;
  checker.check(root, allowed);
}

}  // namespace smpi::models
