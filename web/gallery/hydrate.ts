import { type ReactNode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type SentContent, unpackContent } from "../../contract/page-json.ts";
import type { PageData } from "../../contract/pages.ts";
import { currentLocation, type Location } from "./router/history.ts";

/** Takes over what the server rendered from the same page. */
export async function hydrate(render: (page: PageData, location: Location) => ReactNode): Promise<void> {
  const root = document.getElementById("root");
  const embedded = document.getElementById("page-data")?.textContent;
  if (!root || !embedded) throw new Error("The page came without its content");
  // Each step is a task of its own. Together they would keep a slow phone from responding for a tenth of a second.
  await nextTask();
  // Our own server writes it in this shape.
  const sent = JSON.parse(embedded) as Omit<PageData, "content"> & { content: SentContent };
  const page: PageData = { ...sent, content: unpackContent(sent.content) };
  await nextTask();
  const location = currentLocation();
  await nextTask();
  // In a transition, a long album hydrates in small steps and the page stays responsive.
  startTransition(() => {
    hydrateRoot(root, render(page, location));
  });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
