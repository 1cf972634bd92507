import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { PageData } from "../contract/pages.ts";
import { galleryRoutes, hydrationState } from "./gallery/gallery-routes.tsx";
import "./gallery/gallery.css";

const root = document.getElementById("root");
const embedded = document.getElementById("page-data")?.textContent;
if (!root || !embedded) throw new Error("The page came without its content");
// Our own server writes it from this type.
const page = JSON.parse(embedded) as PageData;
const router = createBrowserRouter(galleryRoutes(page.site), { hydrationData: hydrationState(page) });
// In a transition, a long album hydrates in small steps and the page stays responsive.
startTransition(() => {
  hydrateRoot(root, <RouterProvider router={router} />);
});
