import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { TRASH_RETENTION_DAYS } from "./limits.ts";
import { AdminPhoto, PhotoId } from "./photos.ts";

const params = z.object({ id: PhotoId });

export const trashPhoto = endpoint({
  method: "POST",
  path: "/admin/photos/:id/trash",
  scope: "publish",
  summary: "Move a photo to the trash; it leaves its albums, to which a restore returns it",
  params,
  response: z.object({ photo: AdminPhoto, message: z.string() }),
});

export const restorePhoto = endpoint({
  method: "POST",
  path: "/admin/photos/:id/restore",
  scope: "publish",
  summary: "Restore a photo to its former position in each of its albums that still exists, and in its collections",
  params,
  response: z.object({ photo: AdminPhoto, message: z.string() }),
});

export const deletePhotoPermanently = endpoint({
  method: "DELETE",
  path: "/admin/photos/:id/permanent",
  summary: "Delete a trashed photo, its file and every variant",
  params,
  response: z.object({ message: z.string() }),
});

export const emptyTrash = endpoint({
  method: "POST",
  path: "/admin/trash/empty",
  summary: "Delete everything in the trash permanently",
  response: z.object({ deleted_count: z.number(), message: z.string() }),
});

export const restoreTrash = endpoint({
  method: "POST",
  path: "/admin/trash/restore",
  scope: "publish",
  summary: "Restore everything in the trash, each photo to where it was",
  response: z.object({ restored: z.array(PhotoId), message: z.string() }),
});

export const TrashRetention = z.object({
  /** How long a photo stays in the trash before it is deleted permanently. 0: until the owner deletes it. */
  days: z.literal(TRASH_RETENTION_DAYS),
  /** Nothing is deleted before. Null while retention is off. */
  starts_at: z.string().nullable(),
});
export type TrashRetention = z.infer<typeof TrashRetention>;

export const getTrashRetention = endpoint({
  method: "GET",
  path: "/admin/trash/retention",
  summary: "How long photos stay in the trash",
  response: z.object({ retention: TrashRetention }),
});

export const setTrashRetention = endpoint({
  method: "PUT",
  path: "/admin/trash/retention",
  summary: "Delete photos permanently some days after they were moved to the trash, or never",
  body: z.object({ days: z.literal(TRASH_RETENTION_DAYS) }),
  response: z.object({ retention: TrashRetention }),
});
