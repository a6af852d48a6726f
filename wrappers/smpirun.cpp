// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun: everything is in the library, so that the launcher and what it launches share it.
extern "C" int smpi_launch(int argc, char** argv);

int main(int argc, char** argv) {
  return smpi_launch(argc, argv);
}
