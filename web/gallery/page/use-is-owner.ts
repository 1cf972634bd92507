import { useEffect, useState } from "react";
import { adminToken } from "../../api/admin-token.ts";

/** Whether the owner has signed in with this browser. Only for hints: the token may have expired. */
export function useIsOwner(): boolean {
  const [isOwner, setOwner] = useState(false);
  useEffect(() => setOwner(hasToken()), []);
  return isOwner;
}

function hasToken(): boolean {
  try {
    return adminToken.read() !== null;
  } catch {
    // The browser refuses storage.
    return false;
  }
}
