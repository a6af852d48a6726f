// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a study: the views that make sense for it.

async function showStudy() {
  const data = await unpack();
  const model = new StudyModel(data);
  addPageControls();
  enhanceResults();
  addTornado(model);
  addCurves(model);
  addHeatMap(model);
  addParallel(model);
  addPareto(model);
  addReplicas(model);
  if (document.getElementById("failures")) addLink("failures", "Failures");
  pageIsReady();
}

showStudy();
