import { COMPLETION_GREEN_PERCENT, COMPLETION_YELLOW_PERCENT } from "../../../contract/limits.ts";

export function completionColour(percent: number): "green" | "yellow" | "red" {
  if (percent >= COMPLETION_GREEN_PERCENT) return "green";
  return percent >= COMPLETION_YELLOW_PERCENT ? "yellow" : "red";
}
