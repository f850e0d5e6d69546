import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import { App } from "./ui/app";
import { followTheme } from "./ui/theme";
import { begin, looking } from "./store";
import { tab, TABS, type Tab } from "./ui/overlays";
import { look, view } from "./ui/stage-view";
import type { ViewName } from "./stage/view";
import { openWindow } from "./window";
import "./style.css";

const VIEWS: ViewName[] = ["follow", "around", "above", "eye"];

followTheme();
render(<App />, document.getElementById("app")!);
openWindow();
looking.now = () => ({ view: view.peek(), panel: tab.peek() });
looking.as = (looked) => {
  if (looked.panel && TABS.includes(looked.panel as Tab)) tab.value = looked.panel as Tab;
  if (looked.view && VIEWS.includes(looked.view as ViewName)) look(looked.view as ViewName);
};
void begin();
