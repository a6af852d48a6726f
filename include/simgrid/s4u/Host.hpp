// SPDX-License-Identifier: BSD-3-Clause
//
// A host as C++ programs that were written for SimGrid see it: what the functions of smpi/hosts.h
// say of it. There are no actors, mailboxes and zones of S4U here.
#ifndef SMPI_SIMGRID_S4U_HOST_INCLUDED
#define SMPI_SIMGRID_S4U_HOST_INCLUDED

#include <string>

#include "../../smpi/hosts.h"

namespace simgrid {
namespace s4u {

class Host {
 public:
  static Host* current() { return sg_host_self(); }
  static Host* by_name_or_null(const std::string& name) { return sg_host_by_name(name.c_str()); }

  const char* get_cname() const { return sg_host_get_name(this); }
  std::string get_name() const { return get_cname(); }
  const char* get_property(const std::string& name) const {
    return sg_host_get_property_value(this, name.c_str());
  }
  double get_speed() const { return sg_host_get_speed(this); }
  double get_available_speed() const { return sg_host_get_available_speed(this); }
  double get_pstate_speed(unsigned long pstate) const {
    return sg_host_get_pstate_speed(this, pstate);
  }
  int get_core_count() const { return sg_host_core_count(this); }
  double get_load() const { return sg_host_get_load(this); }
  unsigned long get_pstate_count() const { return sg_host_get_nb_pstates(this); }
  unsigned long get_pstate() const { return sg_host_get_pstate(this); }
  Host* set_pstate(unsigned long pstate) {
    sg_host_set_pstate(this, pstate);
    return this;
  }
  bool is_on() const { return sg_host_is_on(this) != 0; }
  void turn_on() { sg_host_turn_on(this); }
  void turn_off() { sg_host_turn_off(this); }

  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

 private:
  Host();  // the simulation has all of them
};

}  // namespace s4u
}  // namespace simgrid

#endif
