import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** `low`: little space is left. `full`: uploads are refused, and deleting still works. */
export const DiskLevel = z.enum(["ok", "low", "full"]);
export type DiskLevel = z.infer<typeof DiskLevel>;

/** `never`: no backup was ever made, so none is set up. `overdue`: the last good one is more than a week old. */
export const BackupStatus = z.object({
  state: z.enum(["never", "recent", "overdue"]),
  last_at: z.string().nullable(),
});
export type BackupStatus = z.infer<typeof BackupStatus>;

export const getStorage = endpoint({
  method: "GET",
  path: "/admin/storage",
  summary: "Free disk space, the size of the trash and the last backup",
  response: z.object({
    /** The disk of the data folder. */
    disk: z.object({ level: DiskLevel, free_bytes: z.number(), total_bytes: z.number() }),
    /** Originals and pictures are in S3, so the disk holds only the database. */
    is_remote: z.boolean(),
    /** Its originals and their pictures. */
    trash: z.object({ photos: z.number(), bytes: z.number() }),
    backup: BackupStatus,
  }),
});
