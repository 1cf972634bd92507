import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AdminApp } from "./admin/AdminApp.tsx";
import "./admin/admin.css";

const root = document.getElementById("root");

try {
  if (!root) throw new Error("The page has no root element");
  createRoot(root).render(
    <StrictMode>
      <AdminApp />
    </StrictMode>,
  );
} catch (error) {
  // React is not there to show anything, so the page itself does.
  (root ?? document.body).textContent = `Failed to load application: ${error instanceof Error ? error.message : error}`;
}
