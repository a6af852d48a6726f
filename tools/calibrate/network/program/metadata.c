/* SPDX-License-Identifier: BSD-3-Clause */
/* meta.toml: without it nobody can tell what the numbers are of. */
static void write_text(FILE* file, const char* text) {
  fputc('"', file);
  for (; *text != 0; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    fputc(iscntrl((unsigned char)*text) ? ' ' : *text, file);
  }
  fputc('"', file);
}

static void write_key(FILE* file, const char* key, const char* text) {
  fprintf(file, "%s = ", key);
  write_text(file, text);
  fputc('\n', file);
}

static void write_library(FILE* file) {
#if MPI_VERSION >= 3
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  write_key(file, "mpi", text);
#else
  write_key(file, "mpi", "unknown");
#endif
}

static void write_environment(FILE* file) {
  static const char* const prefixes[] = {"OMPI_", "MPICH_", "I_MPI_", "UCX_", "FI_", "PSM", "HFI_"};
  fprintf(file, "environment = [");
  const char* comma = "";
  for (char** entry = environ; entry != NULL && *entry != NULL; entry++) {
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
      if (strncmp(*entry, prefixes[i], strlen(prefixes[i])) != 0) continue;
      fprintf(file, "%s\n  ", comma);
      write_text(file, *entry);
      comma = ",";
      break;
    }
  }
  fprintf(file, "]\n");
}

static void write_cards(FILE* file) {
  char path[512], speed[64], mtu[64];
  DIR* folder = opendir("/sys/class/net");
  const char* comma = "";
  fprintf(file, "cards = [");
  for (struct dirent* entry = folder ? readdir(folder) : NULL; entry != NULL;
       entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/sys/class/net/%s/speed", entry->d_name);
    first_line(path, "", speed, sizeof speed);
    snprintf(path, sizeof path, "/sys/class/net/%s/mtu", entry->d_name);
    first_line(path, "", mtu, sizeof mtu);
    snprintf(path, sizeof path, "%.200s: %.40s Mbit/s, MTU %.40s", entry->d_name, speed, mtu);
    fprintf(file, "%s\n  ", comma);
    write_text(file, path);
    comma = ",";
  }
  if (folder != NULL) closedir(folder);
  fprintf(file, "]\n");
}

static double load_average(void) {
  char text[128];
  return atof(first_line("/proc/loadavg", "", text, sizeof text));
}

static void write_hosts(FILE* file) {
  fprintf(file, "hosts = [");
  for (int rank = 0; rank < rank_count; rank++) {
    if (rank > 0) fprintf(file, ", ");
    write_text(file, places[rank].host);
  }
  fprintf(file, "]\n");
}

static void write_meta(const char* path, int argc, char** argv) {
  char text[512], date[32] = "";
  struct utsname system;
  struct timespec resolution;
  const time_t now = time(NULL);
  FILE* file = fopen(path, "w");
  if (file == NULL) give_up(path, 0, "cannot write the file", path);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
  clock_getres(CLOCK_MONOTONIC, &resolution);
  uname(&system);
  fprintf(file,
          "format = 1\nprogram = 1\nrun = %d\nraw_rows = %lld\nplan_rows = %d\nskipped_rows = %d\n",
          run_number, raw_rows, row_count, skipped_count);
  fprintf(file, "clock_cost_s = %.3e\nclock_resolution_s = %.3e\n", clock_cost_s,
          (double)resolution.tv_sec + 1e-9 * (double)resolution.tv_nsec);
  fprintf(file, "load_average_before = %.2f\nload_average_after = %.2f\n", load_before,
          load_average());
  write_key(file, "date", date);
  write_library(file);
  write_hosts(file);
  first_line("/proc/cpuinfo", "model name", text, sizeof text);
  write_key(file, "cpu", strchr(text, ':') ? strchr(text, ':') + 2 : text);
  snprintf(text, sizeof text, "%.200s %.200s", system.sysname, system.release);
  write_key(file, "kernel", text);
  write_key(
      file, "governor",
      first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "", text, sizeof text));
  write_key(file, "turbo_off",
            first_line("/sys/devices/system/cpu/intel_pstate/no_turbo", "", text, sizeof text));
  text[0] = 0;
  for (int i = 0; i < argc; i++) {
    strncat(text, i > 0 ? " " : "", sizeof text - strlen(text) - 1);
    strncat(text, argv[i], sizeof text - strlen(text) - 1);
  }
  write_key(file, "command", text);
  write_cards(file);
  write_environment(file);
  if (fclose(file) != 0) give_up(path, 0, "cannot write the file", path);
}
