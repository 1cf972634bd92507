import { useCallback, useEffect, useState } from "react";

export function useFullScreen() {
  // Known only in the browser; the server's page has no such button, which would do nothing without script.
  const [isPossible, setPossible] = useState(false);
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    setPossible(document.fullscreenEnabled);
    const follow = () => setOn(document.fullscreenElement !== null);
    follow();
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      if (document.fullscreenElement) document.exitFullscreen();
    };
  }, []);

  const toggle = useCallback(() => {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.fullscreenEnabled) document.documentElement.requestFullscreen();
  }, []);

  return { isPossible, isOn, toggle };
}
