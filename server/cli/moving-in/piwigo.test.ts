import { expect, test } from "vitest";
import { getAlbum, listAlbums } from "../../../contract/albums.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { follow, foreignFolder, moveIn } from "../../../rig/server/foreign-folder.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

/** As phpMyAdmin writes it: columns in each statement, several rows below each other. */
const DUMP = `-- phpMyAdmin SQL Dump
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
CREATE TABLE \`piwigo_categories\` (
  \`id\` smallint(5) UNSIGNED NOT NULL,
  \`status\` enum('public','private') NOT NULL DEFAULT 'public',
  KEY \`categories_i2\` (\`id\`)
) ENGINE=MyISAM DEFAULT CHARSET=utf8;
INSERT INTO \`piwigo_categories\` (\`id\`, \`name\`, \`id_uppercat\`, \`comment\`, \`rank\`, \`status\`, \`visible\`, \`representative_picture_id\`, \`uppercats\`, \`global_rank\`, \`image_order\`, \`permalink\`, \`lastmodified\`) VALUES
(1, 'Travel', NULL, NULL, 1, 'public', 'true', NULL, '1', '1', NULL, NULL, '2024-05-01 10:00:00'),
(2, 'Lisboa &amp; Porto', 1, '<p>Two cities,<br />one river; it''s \\"wet\\"</p>', 2, 'public', 'true', 12, '1,2', '1.2', 'rank ASC', 'lisboa', '2024-05-01 10:00:00'),
(3, 'Clients', 1, '', 1, 'private', 'true', NULL, '1,3', '1.1', NULL, NULL, CURRENT_TIMESTAMP),
(4, 'Locked', NULL, NULL, 2, 'public', 'false', NULL, '4', '2', NULL, NULL, NULL);
CREATE TABLE \`piwigo_config\` (\`param\` varchar(40) NOT NULL DEFAULT '');
INSERT INTO \`piwigo_config\` (\`param\`, \`value\`, \`comment\`) VALUES ('order_by_inside_category', 'ORDER BY date_creation DESC, file ASC', NULL);
CREATE TABLE \`piwigo_images\` (\`id\` mediumint(8) UNSIGNED NOT NULL);
INSERT INTO \`piwigo_images\` (\`id\`, \`file\`, \`date_available\`, \`date_creation\`, \`name\`, \`comment\`, \`representative_ext\`, \`path\`, \`level\`) VALUES
(11, 'tram 28.jpg', '2024-05-02 08:00:00', '2024-05-01 14:30:00', 'Tram 28', 'Up the <b>hill</b>', NULL, './upload/2024/05/02/20240502-a.jpg', 0),
(12, '2019-view.jpg', '2024-05-02 08:00:01', '2019-05-01 00:00:00', NULL, NULL, NULL, './galleries/view.jpg', 0),
(13, 'family.jpg', '2024-05-02 08:00:02', NULL, 'Family', NULL, NULL, './upload/2024/05/02/20240502-c.jpg', 8),
(14, 'film.mp4', '2024-05-02 08:00:03', NULL, 'Film', NULL, 'jpg', './upload/2024/05/02/20240502-d.mp4', 0);
CREATE TABLE \`piwigo_image_category\` (\`image_id\` mediumint(8) UNSIGNED NOT NULL);
INSERT INTO \`piwigo_image_category\` (\`image_id\`, \`category_id\`, \`rank\`) VALUES
(11, 2, 2), (12, 2, 1), (13, 2, 3), (14, 2, 4), (11, 3, NULL), (12, 3, NULL), (13, 4, NULL);
CREATE TABLE \`piwigo_tags\` (\`id\` smallint(5));
INSERT INTO \`piwigo_tags\` (\`id\`, \`name\`, \`url_name\`) VALUES (1, 'Tram', 'tram');
INSERT INTO \`piwigo_image_tag\` (\`image_id\`, \`tag_id\`) VALUES (11, 1);
INSERT INTO \`piwigo_old_permalinks\` (\`cat_id\`, \`permalink\`, \`date_deleted\`, \`last_hit\`, \`hit\`) VALUES (2, 'lisbon', '2024-06-01 10:00:00', NULL, 3);
INSERT INTO \`piwigo_history\` (\`id\`, \`IP\`) VALUES (1, '192.0.2.1; (');
ALTER TABLE \`piwigo_categories\` ADD PRIMARY KEY (\`id\`);
COMMIT;
`;

test("a gallery of Piwigo moves in from a dump of phpMyAdmin, and its links lead to the new pages", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({
    "gallery.sql": DUMP,
    "upload/2024/05/02/20240502-a.jpg": await makePicture({ colour: "#111111" }),
    "galleries/view.jpg": await makePicture({ colour: "#222222" }),
    "upload/2024/05/02/20240502-c.jpg": await makePicture({ colour: "#333333" }),
  });

  const { code, out } = await moveIn(server, "piwigo", folder);
  expect(out.split("\n")).toEqual([
    "3 imported, 0 already in the library, 0 refused.",
    "  draft: Clients, which was only for those with permission",
    "  draft: Locked, which was locked",
    "  private: 1 photo: was only for contacts, friends or family",
    "  left out: film.mp4: is not a picture",
    "",
  ]);
  expect(code).toBe(0);

  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["travel", "Clients", "draft"],
    ["travel", "Lisboa & Porto", "public"],
    ["portraits", "Locked", "draft"],
  ]);
  const { data } = await server.visitor.call(getAlbum, { params: { slug: "lisboa-porto" } });
  expect(data.album.description).toBe('Two cities,\none river; it\'s "wet"');
  expect(data.photos.map(({ title }) => title)).toEqual(["2019 view", "Tram 28"]);
  const [view, tram] = data.photos;
  expect(tram).toMatchObject({ caption: "Up the hill", tags: ["Tram"], captured_on: "2024-05-01T14:30:00" });
  expect(albums[1]?.cover_photo_id).toBe(view?.id);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  expect(photos.map(({ filename, visibility }) => [filename, visibility]).sort()).toEqual([
    ["2019-view.jpg", 0],
    ["family.jpg", 1],
    ["tram 28.jpg", 0],
  ]);

  const album = "301 /travel/lisboa-porto";
  for (const [link, to] of [
    // As question marks, extensions and names in addresses are set.
    ["/index.php?/category/2", album],
    ["/index.php?/category/2-lisboa_porto/start-15", album],
    ["/index.php?/category/lisboa", album],
    ["/index.php?/category/lisbon", album],
    ["/index/category/2", album],
    ["/category/2-lisboa_porto", album],
    ["/picture.php?/11/category/2-lisboa_porto", `${album}/photo/${tram?.id}`],
    ["/picture.php?/11-tram_28/category/lisboa", `${album}/photo/${tram?.id}`],
    ["/picture/11/category/2", `${album}/photo/${tram?.id}`],
    ["/picture.php?/12/category/3", `${album}/photo/${view?.id}`],
    ["/index.php?/category/1", "301 /travel"],
    ["/picture.php?/13/category/2", "404"],
    ["/index.php?/category/3", "404"],
    ["/index.php?/category/22", "404"],
    ["/index.php", "404"],
  ] as const) {
    expect([link, await follow(server, link)]).toEqual([link, to]);
  }
  expect((await moveIn(server, "piwigo", folder)).out).toContain("0 imported, 3 already in the library");
});
