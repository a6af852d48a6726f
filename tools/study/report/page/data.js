// SPDX-License-Identifier: BSD-3-Clause
//
// The data that a page carries.

async function unpack() {
  const packed = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function pageIsReady() {
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
}
