import { createContext, useContext, useMemo, useState } from "react";

/** How a client looks at the open photo. */
export type Look = {
  /** How much of what it was before lies over it, in percent. */
  before: number;
  setBefore(before: number): void;
  /** Where a pin is about to be put, as shares of the width and the height. */
  place: { x: number; y: number } | null;
  setPlace(place: Look["place"]): void;
};

export const LookContext = createContext<Look | null>(null);

export function useNewLook(photoId: number): Look {
  const [before, setBefore] = useState(0);
  const [place, setPlace] = useState<Look["place"]>(null);
  // Another photo is seen as it is.
  const [lookedAt, setLookedAt] = useState(photoId);
  if (lookedAt !== photoId) {
    setLookedAt(photoId);
    setBefore(0);
    setPlace(null);
  }
  return useMemo(() => ({ before, setBefore, place, setPlace }), [before, place]);
}

export function useLook(): Look {
  const look = useContext(LookContext);
  if (!look) throw new Error("Used outside of an open photo");
  return look;
}
