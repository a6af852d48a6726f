/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts and links of the simulated machine under the names that SimGrid's C interface has for them,
 * as far as MPI programs use it: speeds and pstates, energy, load, carbon, names. Programs reach it
 * as simgrid/host.h, simgrid/link.h, simgrid/plugins/energy.h and so on.
 *
 * All of it may be called by ranks only, before MPI_Init and after MPI_Finalize, too. Wrong hosts
 * and pstates end the run with a report. Time passes in none of these functions, but what the rank
 * computed before takes its time first wherever that can change the answer.
 */
#ifndef SMPI_HOSTS_H
#define SMPI_HOSTS_H

#include <stddef.h>

#ifdef __cplusplus
namespace simgrid {
namespace s4u {
class Host;
class Link;
}  // namespace s4u
}  // namespace simgrid
typedef simgrid::s4u::Host s4u_Host;
typedef simgrid::s4u::Link s4u_Link;
extern "C" {
#else
typedef struct s4u_Host s4u_Host;
typedef struct s4u_Link s4u_Link;
#endif

typedef s4u_Host* sg_host_t;
typedef const s4u_Host* const_sg_host_t;
typedef s4u_Link* sg_link_t;
typedef const s4u_Link* const_sg_link_t;

/* Simulated seconds, without the cost of a clock (smpi/wtime). */
double simgrid_get_clock(void);

/* The hosts. The list has one entry a host, in the order of the platform, and is the caller's to
   free. A name that no host has gives NULL. */
sg_host_t* sg_host_list(void);
size_t sg_host_count(void);
sg_host_t sg_host_by_name(const char* name);
sg_host_t sg_host_self(void);
const char* sg_host_self_get_name(void);
const char* sg_host_get_name(const_sg_host_t host);
void* sg_host_get_data(const_sg_host_t host);
void sg_host_set_data(sg_host_t host, void* data);
/* NULL: it has no such property. The text is valid as long as the run. */
const char* sg_host_get_property_value(const_sg_host_t host, const char* name);

/* Flop/s of a core: at the present pstate, at another one, and what a trace file leaves of it as a
   share from 0 to 1. The load is in flop/s, of all cores. */
double sg_host_get_speed(const_sg_host_t host);
double sg_host_get_pstate_speed(const_sg_host_t host, unsigned long pstate);
double sg_host_get_available_speed(const_sg_host_t host);
int sg_host_core_count(const_sg_host_t host);
double sg_host_get_load(const_sg_host_t host);
unsigned long sg_host_get_nb_pstates(const_sg_host_t host);
unsigned long sg_host_get_pstate(const_sg_host_t host);
void sg_host_set_pstate(sg_host_t host, unsigned long pstate);

/* A host that goes off ends its ranks (smpi/on-host-failure); a rank cannot turn its own off. */
int sg_host_is_on(const_sg_host_t host);
void sg_host_turn_on(sg_host_t host);
void sg_host_turn_off(sg_host_t host);

/* Of the way from a host to another: seconds, without the factors of the network model, and the
   bytes per second of its narrowest link. */
double sg_host_get_route_latency(const_sg_host_t from, const_sg_host_t to);
double sg_host_get_route_bandwidth(const_sg_host_t from, const_sg_host_t to);

/* Energy until now in J, power in W; 0 where the platform does not say what a host takes. Nothing
   needs to be switched on. */
void sg_host_energy_plugin_init(void);
void sg_host_energy_update_all(void);
double sg_host_get_consumed_energy(const_sg_host_t host);
double sg_host_get_current_consumption(const_sg_host_t host);
double sg_host_get_idle_consumption(const_sg_host_t host);
double sg_host_get_idle_consumption_at(const_sg_host_t host, int pstate);
double sg_host_get_wattmin_at(const_sg_host_t host, int pstate);
double sg_host_get_wattmax_at(const_sg_host_t host, int pstate);
double sg_host_get_power_range_slope_at(const_sg_host_t host, int pstate);

/* What electricity emits where the host stands, in g of CO2 per kWh, and what the host has emitted,
   in g. The file is one of energy/tariffs. */
void sg_host_carbon_footprint_plugin_init(void);
double sg_host_get_carbon_footprint(const_sg_host_t host);
double sg_host_get_carbon_intensity(const_sg_host_t host);
void sg_host_set_carbon_intensity(const_sg_host_t host, double carbon_intensity);
void sg_host_carbon_footprint_load_trace_file(const char* file);

/* Loads are shares of all cores; counted from the first of these calls on, or since the last reset
   of the host. */
void sg_host_load_plugin_init(void);
double sg_host_get_current_load(const_sg_host_t host);
double sg_host_get_avg_load(const_sg_host_t host);
double sg_host_get_computed_flops(const_sg_host_t host);
double sg_host_get_idle_time(const_sg_host_t host);
double sg_host_get_total_idle_time(const_sg_host_t host);
void sg_host_load_reset(const_sg_host_t host);

/* Governors are chosen by --cfg=plugin/dvfs/governor:NAME. */
void sg_host_dvfs_plugin_init(void);

/* Links. A full-duplex link is two: NAME_UP and NAME_DOWN. */
sg_link_t sg_link_by_name(const char* name);
size_t sg_link_count(void);
const char* sg_link_get_name(const_sg_link_t link);
double sg_link_get_bandwidth(const_sg_link_t link);
double sg_link_get_latency(const_sg_link_t link);
void sg_link_energy_plugin_init(void);
double sg_link_get_consumed_energy(const_sg_link_t link);

/* The category of what the rank does from now on. Timelines have no categories: nothing happens. */
void TRACE_smpi_set_category(const char* category);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
