import type { AdminPhoto } from "../../../contract/photos.ts";
import { photoName } from "../data/photo-name.ts";

/** Nothing while the photo is loaded. */
export function ChoicePicture({ photo }: { photo: AdminPhoto | undefined }) {
  return photo && <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} loading="lazy" />;
}
