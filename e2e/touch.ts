import type { Page } from "@playwright/test";

/** Sends real touch events, as a screen would. */
export async function touchOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  type Point = { x: number; y: number };
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  return {
    start: (points: Point[]) => send("touchStart", points),
    move: (points: Point[]) => send("touchMove", points),
    end: () => send("touchEnd", []),
  };
}
