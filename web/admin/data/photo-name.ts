import type { AdminPhoto } from "../../../contract/photos.ts";

/** What the admin area calls a photo: its title, or, for an untitled one, its file. */
export const photoName = ({ title, filename }: Pick<AdminPhoto, "title" | "filename">) => title || filename;
