// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of Apache ECharts that the pages use; what is not named here is not in the bundle.
import * as core from "echarts/core";
import {
  BarChart,
  BoxplotChart,
  CustomChart,
  GraphChart,
  HeatmapChart,
  LineChart,
  ParallelChart,
  ScatterChart,
} from "echarts/charts";
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  ParallelComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

core.use([
  AriaComponent,
  BarChart,
  BoxplotChart,
  CanvasRenderer,
  CustomChart,
  DataZoomComponent,
  GraphChart,
  GridComponent,
  HeatmapChart,
  LegendComponent,
  LineChart,
  MarkLineComponent,
  ParallelChart,
  ParallelComponent,
  SVGRenderer,
  ScatterChart,
  TooltipComponent,
  VisualMapComponent,
]);

export const init = core.init;
