// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a run: the views that make sense for it.

async function showRun() {
  const model = new RunModel(await unpack());
  addPageControls();
  addEfficiency(model);
  addTimeline(model);
  addCalls(model);
  addKernels(model);
  addCollectives(model);
  addMatrix(model);
  addSizes(model);
  addNetwork(model);
  addPower(model);
  addOpened(model);
  pageIsReady();
}

showRun();
