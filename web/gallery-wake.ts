import { keepEarlyInput } from "./gallery/early-input.ts";
import { forgetArrivedForm, keepUnsentForms } from "./gallery/page/unsent-form.ts";

/** On a slow connection the program is fetched after this long, even if the photograph has not arrived. */
const MAX_WAIT_MS = 2_000;

// This script is part of the page itself and runs before anything is painted: see 010 in docs/decisions.
keepEarlyInput();
keepUnsentForms();
wake(document.currentScript?.dataset.program ?? "", visitorActed());

// A page can be read, and its links work, without its program. Fetched immediately, the program would compete with the
// photograph for bandwidth and delay it on a phone. So it waits until the photograph is painted or the visitor does something.
async function wake(program: string, acted: Promise<unknown>): Promise<void> {
  // The program starts from data at the end of the page.
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  forgetArrivedForm();
  await Promise.race([openingPainted(), acted, delay(MAX_WAIT_MS)]);
  try {
    await import(/* @vite-ignore */ program);
  } catch (error) {
    // Keep the page as the server rendered it: it can still be read.
    const notice = document.createElement("p");
    notice.role = "alert";
    notice.className = "startup-failure";
    notice.textContent = "Failed to load application";
    document.body.append(notice);
    // The program would have added the other photos. Show them as without JavaScript.
    for (const fallback of document.querySelectorAll("noscript")) fallback.outerHTML = fallback.textContent;
    throw error;
  }
}

/** The first photo, then those beside it that are already in view. */
async function openingPainted(): Promise<void> {
  await Promise.all([...document.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")].map(arrived));
  // Releases them while the first is decoded: StripFrame.module.css.
  document.documentElement.dataset.leadArrived = "";
  // What is in view is known then. Asked earlier, the browser would lay out the page twice, perhaps without its style sheet.
  await firstPaint();
  const inView = [...document.querySelectorAll<HTMLImageElement>("main img")].filter(isInView);
  // If one fails, there is nothing to wait for.
  await Promise.allSettled(inView.map((picture) => picture.decode()));
  await new Promise(requestAnimationFrame);
  await delay(0);
}

/** Or failed. */
function arrived(picture: HTMLImageElement): Promise<unknown> | undefined {
  if (picture.complete) return undefined;
  return new Promise((resolve) => {
    picture.addEventListener("load", resolve);
    picture.addEventListener("error", resolve);
  });
}

function isInView(picture: HTMLImageElement): boolean {
  const { left, top, width } = picture.getBoundingClientRect();
  return width > 0 && left < innerWidth && top < innerHeight;
}

/** A cached picture is decoded before anything is painted. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }));
}

function visitorActed(): Promise<unknown> {
  const acts = ["pointerdown", "keydown", "wheel"];
  return Promise.race(acts.map((act) => new Promise((resolve) => addEventListener(act, resolve, { once: true }))));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
