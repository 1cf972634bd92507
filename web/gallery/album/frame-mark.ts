import { type ComponentType, createContext } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";

/** What a viewing room draws on each photo of the strip; null in an album. */
export const FrameMarkContext = createContext<ComponentType<{ photo: ShownPhoto; index: number }> | null>(null);
