import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type SentContent, unpackContent } from "../contract/page-json.ts";
import type { PageData } from "../contract/pages.ts";
import { Gallery } from "./gallery/Gallery.tsx";
import { currentLocation } from "./gallery/router/history.ts";
import "./gallery/gallery.css";

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
  hydrateRoot(root, <Gallery page={page} location={location} />);
});

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
