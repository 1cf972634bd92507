import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/albums.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import * as albumPhotos from "./album-photos.service.ts";
import * as albums from "./albums.service.ts";

export function albumRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listAlbums, async () => ({ albums: await albums.listAlbums(deps) }));
  handle(admin, contract.createAlbum, async ({ body }) => ({
    album: await albums.createAlbum(deps, body),
    message: "Album created",
  }));
  handle(admin, contract.getAdminAlbum, async ({ params }) => ({
    album: await albums.getAdminAlbum(deps, params.slug),
  }));
  handle(admin, contract.updateAlbum, async ({ params, body, request }) => ({
    album: await albums.updateAlbum(deps, params.slug, body, actorOf(request)),
  }));
  handle(admin, contract.deleteAlbum, async ({ params, request }) => {
    await albums.deleteAlbum(deps, params.slug, actorOf(request));
    return { message: "Album deleted. Its photos stay in the library." };
  });
  handle(admin, contract.reorderAlbums, async ({ body }) => ({
    albums: await albums.reorderAlbums(deps, body.category, body.album_ids),
  }));

  handle(admin, contract.listAlbumPhotos, async ({ params }) => ({
    photos: await albumPhotos.listAlbumPhotos(deps, params.slug),
  }));
  handle(admin, contract.reorderAlbumPhotos, async ({ params, body }) => ({
    photos: await albumPhotos.reorderAlbumPhotos(deps, params.slug, body.photo_ids),
  }));
  handle(admin, contract.addAlbumPhotos, async ({ params, body }) => ({
    photos: await albumPhotos.addAlbumPhotos(deps, params.slug, body.photo_ids),
  }));
  handle(admin, contract.removeAlbumPhoto, async ({ params }) => {
    await albumPhotos.removeAlbumPhoto(deps, params.slug, params.photoId);
    return { message: "Photo removed from the album" };
  });
}
