import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AdminPhoto, PhotoId } from "./photos.ts";

const params = z.object({ id: PhotoId });

export const trashPhoto = endpoint({
  method: "POST",
  path: "/admin/photos/:id/trash",
  summary: "Move a photo to the trash; it leaves its albums, to which a restore returns it",
  params,
  response: z.object({ photo: AdminPhoto, message: z.string() }),
});

export const restorePhoto = endpoint({
  method: "POST",
  path: "/admin/photos/:id/restore",
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
