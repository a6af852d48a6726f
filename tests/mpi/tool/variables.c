/* SPDX-License-Identifier: BSD-3-Clause */
/* Every variable and category can be asked for what it is; names lead back to indices. */
#include "check.h"

static void check_controls(void) {
  int count, i;
  MUST(MPI_T_cvar_get_num(&count));
  for (i = 0; i < count; i++) {
    char name[256], description[1024], shorter[4];
    int name_length = 256, length = 1024, short_length = 4, verbosity, bind, scope, index = -1;
    MPI_Datatype type;
    MPI_T_enum values;
    MUST(MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &values, description,
                             &length, &bind, &scope));
    CHECK(name_length == (int)strlen(name) + 1 && name_length > 1, "%s", name);
    CHECK(type == MPI_INT || type == MPI_CHAR || type == MPI_DOUBLE || type == MPI_UNSIGNED ||
              type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG || type == MPI_COUNT,
          "%s", name);
    MUST(MPI_T_cvar_get_info(i, shorter, &short_length, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(strlen(shorter) < 4 && strncmp(shorter, name, strlen(shorter)) == 0, "%s", name);
    MUST(MPI_T_cvar_get_index(name, &index));
    CHECK(index == i, "%s", name);
  }
  MUST_FAIL(MPI_T_ERR_INVALID_INDEX,
            MPI_T_cvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  MUST_FAIL(MPI_T_ERR_INVALID_NAME, MPI_T_cvar_get_index("no such variable", &i));
}

static void check_performance(void) {
  int count, i;
  MUST(MPI_T_pvar_get_num(&count));
  for (i = 0; i < count; i++) {
    char name[256], description[1024];
    int name_length = 256, length = 1024, verbosity, class, bind, readonly, continuous, atomic;
    int index = -1;
    MPI_Datatype type;
    MPI_T_enum values;
    MUST(MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &class, &type, &values, description,
                             &length, &bind, &readonly, &continuous, &atomic));
    CHECK(class >= MPI_T_PVAR_CLASS_STATE && class <= MPI_T_PVAR_CLASS_GENERIC, "%s", name);
    MUST(MPI_T_pvar_get_index(name, class, &index));
    CHECK(index == i, "%s", name);
  }
  if (count == 0) return; /* MPICH, which has none, looks before it checks */
  MUST_FAIL(MPI_T_ERR_INVALID_INDEX, MPI_T_pvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL,
                                                         NULL, NULL, NULL, NULL, NULL, NULL));
}

static void check_categories(void) {
  int count, i, k, changed, total, indices[512];
  MUST(MPI_T_category_get_num(&count));
  MUST(MPI_T_category_changed(&changed));
  for (i = 0; i < count; i++) {
    char name[256], description[1024];
    int name_length = 256, length = 1024, controls, performance, categories, index = -1;
    MUST(MPI_T_category_get_info(i, name, &name_length, description, &length, &controls,
                                 &performance, &categories));
    MUST(MPI_T_category_get_index(name, &index));
    CHECK(index == i, "%s", name);
    CHECK(controls <= 512 && performance <= 512 && categories <= 512);
    MUST(MPI_T_category_get_cvars(i, 512, indices));
    MUST(MPI_T_cvar_get_num(&total));
    for (k = 0; k < controls; k++) CHECK(indices[k] >= 0 && indices[k] < total, "%s", name);
    MUST(MPI_T_category_get_pvars(i, 512, indices));
    MUST(MPI_T_pvar_get_num(&total));
    for (k = 0; k < performance; k++) CHECK(indices[k] >= 0 && indices[k] < total, "%s", name);
    MUST(MPI_T_category_get_categories(i, 512, indices));
    for (k = 0; k < categories; k++) CHECK(indices[k] >= 0 && indices[k] < count, "%s", name);
  }
}

int main(int argc, char** argv) {
  int level;
  start_test(&argc, &argv);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  check_controls();
  check_performance();
  check_categories();
  MUST(MPI_T_finalize());
  return end_test();
}
