/** A visitor on a bad line gets the program after this long, be the photograph there or not. */
const LONGEST_WAIT_MS = 2_000;

// A page can be read and its links work without its program. Fetched at once, that would share the line with the
// photograph, and on a phone the photograph would come later. So it waits until that was seen, or the visitor acts.
await Promise.race([leadPainted(), acted(), delay(LONGEST_WAIT_MS)]);
try {
  await import(/* @vite-ignore */ document.querySelector<HTMLElement>("[data-program]")?.dataset.program ?? "");
} catch (error) {
  // What the server rendered can still be read, so it is not taken away.
  const notice = document.createElement("p");
  notice.role = "alert";
  notice.className = "startup-failure";
  notice.textContent = "Failed to load application";
  document.body.append(notice);
  // Nobody will put the other photos on the page now, as if there were no script.
  for (const unseen of document.querySelectorAll("noscript")) unseen.outerHTML = unseen.textContent;
  throw error;
}

async function leadPainted(): Promise<void> {
  // One that fails has nothing to wait for.
  await document
    .querySelector<HTMLImageElement>("img[fetchpriority=high]")
    ?.decode()
    .catch(() => {});
  await firstPaint();
  await new Promise(requestAnimationFrame);
  await delay(0);
}

/** A picture that the browser had at once is decoded before anything was painted. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }));
}

function acted(): Promise<unknown> {
  const acts = ["pointerdown", "keydown", "wheel"];
  return Promise.race(acts.map((act) => new Promise((resolve) => addEventListener(act, resolve, { once: true }))));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// A module, which may wait at its top.
export {};
