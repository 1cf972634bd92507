import { useEffect } from "react";

/** From here on the page reacts to clicks and keys. Style sheets and browser tests rely on it. */
export function useAwake(): void {
  useEffect(() => {
    document.documentElement.dataset.awake = "";
  }, []);
}
