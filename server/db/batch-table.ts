import type { Generated } from "kysely";
import type { PhotoId } from "../../contract/photos.ts";

export type BatchRunTable = {
  id: Generated<number>;
  state: "running" | "done";
  options: string;
  total: number;
  started_at: string;
  finished_at: string | null;
};

export type BatchItemTable = {
  run_id: number;
  photo_id: PhotoId;
  state: "waiting" | "done" | "failed";
  attempts: Generated<number>;
};
