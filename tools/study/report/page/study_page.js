// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a study: unpacks the data and adds the views that make sense for it.

async function unpack() {
  const packed = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

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
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
}

showStudy();
