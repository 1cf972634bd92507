import type { FocalPoint } from "../../../contract/focal-point.ts";
import type { PictureFormat, PictureSize } from "../../../contract/limits.ts";
import type { Header } from "./gate.ts";
import type { EmblemPlan, MadePictures, PictureRefusedError } from "./images.ts";
import type { Watermark } from "./watermark.ts";

/** From the server to a child process, which knows where the file is: it can read no other. */
export type WorkerTask = {
  header: Header;
  sizes: readonly PictureSize[];
  formats: readonly PictureFormat[];
  focalPoint: FocalPoint | null;
  emblems: readonly EmblemPlan[];
  hasTime: boolean;
  watermark: Watermark | null;
  largestPx: number | null;
};

/** From the child process, once it can take tasks. */
export type WorkerReady = {
  /** Why the kernel does not confine it; undefined if it does. */
  unconfined: string | undefined;
};

/** From the child process back. */
export type WorkerResponse =
  | { outcome: "made"; made: MadePictures }
  | { outcome: "refused"; reason: PictureRefusedError["reason"]; message: string }
  | { outcome: "failed"; message: string };
