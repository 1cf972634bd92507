import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { PageData } from "../contract/pages.ts";
import { galleryRoutes, hydrationState } from "./gallery/gallery-routes.tsx";
import "./gallery/gallery.css";

try {
  start();
} catch (error) {
  // What the server rendered can still be read, so it is not taken away.
  const notice = document.createElement("p");
  notice.role = "alert";
  notice.className = "startup-failure";
  notice.textContent = "Failed to load application";
  document.body.append(notice);
  throw error;
}

function start() {
  const root = document.getElementById("root");
  const embedded = document.getElementById("page-data")?.textContent;
  if (!root || !embedded) throw new Error("The page came without its content");
  // Written by our own server from this very type.
  const page = JSON.parse(embedded) as PageData;
  const router = createBrowserRouter(galleryRoutes(page.site), { hydrationData: hydrationState(page) });
  // In a transition, a long album wakes up in small steps and the page stays responsive meanwhile.
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />);
  });
}
