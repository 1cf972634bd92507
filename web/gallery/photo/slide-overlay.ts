import { type ComponentType, createContext } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";

/** What a viewing room draws over the photo in the viewer, in exactly its place; null in an album. */
export const SlideOverlayContext = createContext<ComponentType<{ photo: ShownPhoto }> | null>(null);
