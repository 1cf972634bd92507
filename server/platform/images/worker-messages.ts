import type { Header } from "./gate.ts";
import type { FileFormat, Picture, PictureRefusedError, PictureSize } from "./images.ts";

/** From the server to a child process. */
export type WorkerTask = {
  path: string;
  header: Header;
  sizes: readonly PictureSize[];
  formats: readonly FileFormat[];
};

/** From the child process back. */
export type WorkerAnswer =
  | { outcome: "made"; picture: Picture }
  | { outcome: "refused"; reason: PictureRefusedError["reason"]; message: string }
  | { outcome: "failed"; message: string };
