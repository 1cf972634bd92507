import { useCallback, useEffect, useState } from "react";

export function useFullScreen() {
  // Only the browser knows. The server renders no button, which would do nothing without JavaScript.
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
