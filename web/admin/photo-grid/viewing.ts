import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** Whether the loupe is open. It has an entry in the browser's history, so that Back closes it and not the screen. */
export function useViewing() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const isViewing = state?.isViewing === true;

  // Going back takes a moment, in which a second key press must not go back again.
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own key
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);

  const open = () => {
    // The address bar, not the router, has the selected photo.
    if (!isViewing) void navigate({ search: location.search }, { state: { isViewing: true }, flushSync: true });
  };
  const close = () => {
    if (!isViewing || isLeaving.current) return;
    isLeaving.current = true;
    void navigate(-1);
  };
  return { isViewing, open, close };
}
