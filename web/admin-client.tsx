import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AdminApp } from "./admin/AdminApp.tsx";
import "./admin/admin.css";

const root = document.getElementById("root");

function start() {
  try {
    if (!root) throw new Error("The page has no root element");
    createRoot(root).render(
      <StrictMode>
        <AdminApp />
      </StrictMode>,
    );
  } catch (error) {
    // React did not start, so show the message without it.
    (root ?? document.body).textContent =
      `Failed to load application: ${error instanceof Error ? error.message : error}`;
  }
}

// A browser that guesses a URL loads it before anyone has gone there. The login would end the session.
if ("prerendering" in document && document.prerendering) document.addEventListener("prerenderingchange", start);
else start();
