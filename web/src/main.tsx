import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import { App } from "./ui/app";
import { followTheme } from "./ui/theme";
import { begin } from "./store";
import { openWindow } from "./window";
import "./style.css";

followTheme();
render(<App />, document.getElementById("app")!);
openWindow();
begin();
