/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rest of SimGrid's smpi.h: each function is called, and what it says is checked. */
#include <math.h>
#include <mpi.h>
#include <simgrid/link.h>
#include <simgrid/plugins/load.h>
#include <smpi/sampi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int is_so, const char* what, int line) {
  if (is_so) return;
  fprintf(stderr, "line %d: %s\n", line, what);
  failures++;
}
#define CHECK(condition) check((condition), #condition, __LINE__)

static int is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * fabs(b);
}

static void memory(void) {
  char* block = smpi_shared_calloc_intercept(10, 10, __FILE__, __LINE__);
  for (int i = 0; i < 100; i++) CHECK(block[i] == 0);
  block = smpi_shared_realloc_intercept(block, 100000, __FILE__, __LINE__);
  memset(block, 1, 100000);
  smpi_shared_free(block);
  smpi_shared_free(NULL);
}

static void options(void) {
  char* words[] = {"program", "-a", "--size", "7", "--fast", NULL};
  const struct option known[] = {
      {"size", required_argument, NULL, 's'}, {"fast", no_argument, NULL, 'f'}, {NULL, 0, NULL, 0}};
  optind = 1;
  CHECK(smpi_getopt(2, words, "a") == 'a');
  CHECK(smpi_getopt_long(5, words, "a", known, NULL) == 's' && strcmp(optarg, "7") == 0);
  CHECK(smpi_getopt_long_only(5, words, "a", known, NULL) == 'f');
}

static void hosts(int rank) {
  sg_host_t host = sg_host_self();
  sg_host_t* all = sg_host_list();
  CHECK(all[0] == sg_host_by_name(sg_host_get_name(all[0])) && sg_host_by_name("nobody") == NULL);
  CHECK(strcmp(sg_host_get_name(host), sg_host_self_get_name()) == 0);
  CHECK(sg_host_get_data(host) == NULL || rank > 0);
  sg_host_set_data(host, all);
  CHECK(sg_host_get_data(host) == all);
  CHECK(sg_host_is_on(host) == 1 && sg_host_get_available_speed(host) == 1);
  CHECK(strncmp(sg_host_get_property_value(sg_host_by_name("n1"), "wattage_off"), "5", 2) == 0);
  CHECK(sg_host_get_property_value(host, "colour") == NULL);
  CHECK(is_near(sg_host_get_route_latency(sg_host_by_name("n1"), sg_host_by_name("n3")), 30e-6));
  CHECK(sg_host_get_route_bandwidth(sg_host_by_name("n1"), sg_host_by_name("n3")) == 60e6);
  CHECK(sg_link_count() == 5 && sg_link_by_name("none") == NULL);
  sg_link_t link = sg_link_by_name("l3");
  CHECK(strcmp(sg_link_get_name(link), "l3") == 0 && sg_link_get_bandwidth(link) == 60e6 &&
        is_near(sg_link_get_latency(link), 10e-6));
  CHECK(sg_link_get_consumed_energy(link) == 0);
  free(all);
}

/* The second rank is alone on a host of two cores; half of its time it computes on one of them. */
static void loads(void) {
  sg_host_t host = sg_host_self();
  sg_host_load_plugin_init();
  sg_host_load_reset(host);
  smpi_execute_flops(sg_host_get_speed(host));
  CHECK(is_near(sg_host_get_computed_flops(host), sg_host_get_speed(host)));
  CHECK(is_near(sg_host_get_avg_load(host), 0.5) && sg_host_get_idle_time(host) == 0);
  smpi_sleep(1);
  CHECK(is_near(sg_host_get_avg_load(host), 0.25) && is_near(sg_host_get_idle_time(host), 1));
  CHECK(sg_host_get_current_load(host) == 0 && sg_host_get_load(host) == 0);
  sg_host_load_reset(host);
  CHECK(sg_host_get_avg_load(host) == 0 && is_near(sg_host_get_total_idle_time(host), 1));
}

static void clocks(void) {
  struct timeval time;
  struct timespec same, short_time = {0, 500000000};
  const double begin_s = simgrid_get_clock();
  smpi_gettimeofday(&time, NULL);
  smpi_clock_gettime(CLOCK_REALTIME, &same);
  CHECK(time.tv_sec == same.tv_sec);
  smpi_nanosleep(&short_time, NULL);
  CHECK(is_near(simgrid_get_clock() - begin_s, 0.5));
  CHECK(smpi_rastro_resolution() == 1000000000ULL);
  CHECK(is_near((double)smpi_rastro_timestamp() / 1e9, simgrid_get_clock()));
  CHECK(smpi_getpid() == getpid());
}

static double sampled(int count) {
  const double begin_s = simgrid_get_clock();
  int runs = 0;
  for (int i = 0; i < count ? smpi_sample_cond(0, __FILE__, "loop", 3, -1, count)
                            : smpi_sample_exit(0, __FILE__, "loop", count);
       smpi_sample_iter(0, __FILE__, "loop"), i++) {
    runs++;
  }
  CHECK(runs == (count < 3 ? count : 3) || runs == 0);
  return simgrid_get_clock() - begin_s;
}

int main(int argc, char* argv[]) {
  SMPI_init();
  smpi_init_options();
  SMPI_thread_create();
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(smpi_process_comm_self() == MPI_COMM_SELF && smpi_process_info_env() == MPI_INFO_ENV);
  int one = 0;
  MPI_Comm_size(smpi_process_comm_self(), &one);
  CHECK(one == 1);
  memory();
  options();
  hosts(rank);
  if (rank == 1) loads();
  clocks();
  sampled(5);
  CHECK(AMPI_Iteration_in(MPI_COMM_WORLD) == 1 && AMPI_Iteration_out(MPI_COMM_WORLD) == 1);
  AMPI_Migrate(MPI_COMM_WORLD);
  smpi_bench_end();
  smpi_bench_begin();
  TRACE_smpi_set_category("nothing");
  if (rank == 0) SMPI_app_instance_register("other", NULL, 2);
  MPI_Finalize();
  SMPI_finalize();
  smpi_exit(failures);
}
