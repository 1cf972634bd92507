import { expect, test } from "vitest";
import { getAlbum, listAlbums } from "../../../contract/albums.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { follow, foreignFolder, moveIn } from "../../../rig/server/foreign-folder.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

type Fields = Record<string, string>;

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

/** An item as `wp-admin/includes/export.php` writes it. */
const item = (id: number, fields: Fields, meta: Fields = {}, terms = "") => `	<item>
		<title>${cdata(fields.title ?? "")}</title>
		<link>https://old.example.com${fields.link ?? `/?p=${id}`}</link>
		<guid isPermaLink="false">https://old.example.com/?p=${id}</guid>
		<description></description>
		<content:encoded>${cdata(fields.content ?? "")}</content:encoded>
		<excerpt:encoded>${cdata(fields.excerpt ?? "")}</excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date>${cdata(fields.date ?? "2024-05-02 10:00:00")}</wp:post_date>
		<wp:post_date_gmt>${cdata(fields.date ?? "2024-05-02 08:00:00")}</wp:post_date_gmt>
		<wp:status>${cdata(fields.status ?? "publish")}</wp:status>
		<wp:post_parent>${fields.parent ?? 0}</wp:post_parent>
		<wp:menu_order>${fields.order ?? 0}</wp:menu_order>
		<wp:post_type>${cdata(fields.type ?? "post")}</wp:post_type>
		<wp:post_password>${cdata(fields.password ?? "")}</wp:post_password>
		${terms}
${Object.entries(meta)
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  .join("\n")}
	</item>`;

const picture = (id: number, file: string, fields: Fields = {}, meta: Fields = {}) =>
  item(
    id,
    { type: "attachment", status: "inherit", link: `/?attachment_id=${id}`, ...fields },
    { _wp_attached_file: file, ...meta },
  );

const inTravel = '<category domain="category" nicename="portugal"><![CDATA[Portugal]]></category>';

const EXPORT = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file -->
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>Ana &amp; Rui</title>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>travel</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Travel]]></wp:cat_name></wp:category>
	<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>portugal</wp:category_nicename><wp:category_parent>travel</wp:category_parent><wp:cat_name><![CDATA[Portugal]]></wp:cat_name></wp:category>
${[
  item(
    10,
    {
      title: "Lisboa",
      link: "/2024/05/lisboa/",
      content:
        'It <em>rains</em> &amp; shines.\n<!-- wp:gallery {"ids":[22,21]} --><figure>x</figure><!-- /wp:gallery -->',
    },
    { _thumbnail_id: "21" },
    `${inTravel}<category domain="post_tag" nicename="tram"><![CDATA[Tram]]></category>`,
  ),
  item(11, { title: "Clients", link: "/clients/", type: "page", password: "x", content: '[gallery ids="23"]' }),
  item(12, { title: "Idea", status: "draft", content: '<img class="wp-image-23" />' }),
  item(13, {
    title: "Old",
    link: "/2010/01/old/",
    date: "2010-01-01 00:00:00",
    content: '<img src="https://old.example.com/wp-content/uploads/2010/01/boat-300x200.jpg">',
  }),
  item(14, { title: "About", link: "/about/", type: "page", content: "No pictures" }),
  picture(
    21,
    "2024/05/tram-scaled.jpg",
    { title: "Tram 28", excerpt: "Up the <b>hill</b>", link: "/2024/05/lisboa/tram/", parent: "10" },
    {
      _wp_attachment_image_alt: "A yellow tram",
      _wp_attachment_metadata: 'a:2:{s:5:"width";i:2560;s:14:"original_image";s:8:"tram.jpg";}',
    },
  ),
  picture(22, "2024/05/view.jpg", { title: "View" }),
  picture(23, "2024/05/client.jpg", { title: "Client" }),
  picture(24, "2010/01/boat.jpg", { title: "Boat" }),
  picture(25, "2024/05/logo.png", { title: "Logo" }),
  // Galleries are blocks of images since WordPress 5.9. A photo that was turned, one of a version before 2.7, one with its address alone.
  item(15, {
    title: "Blocks",
    link: "/2009/01/blocks/",
    date: "2009-01-01 00:00:00",
    content: `<!-- wp:gallery {"linkTo":"none"} --><figure>
      <!-- wp:image {"id":28,"style":{"color":{"duotone":"unset"}},"sizeSlug":"large"} --><figure><img src="https://i0.wp.com/old.example.com/x.jpg?ssl=1"/></figure><!-- /wp:image -->
      <!-- wp:image --><img src="https://old.example.com/wp-content/uploads/2009/01/turned-768x1024.jpg"/><!-- /wp:image -->
      </figure><!-- /wp:gallery --><img src="https://old.example.com/wp-content/uploads/2009/01/early.jpg">`,
  }),
  picture(26, "2009/01/turned-rotated.jpg", { title: "Turned" }),
  picture(27, "/home/ana/www/wp-content/uploads/2009/01/early.jpg", { title: "Early" }),
  picture(28, "", { title: "Address" }).replace(
    "<wp:post_id>",
    "<wp:attachment_url>https://old.example.com/wp-content/uploads/2009/01/address.jpg</wp:attachment_url><wp:post_id>",
  ),
].join("\n")}
</channel>
</rss>
`;

test("posts with pictures move in from an export of WordPress, and their links lead to the albums", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({
    "export.xml": EXPORT,
    "wp-content/uploads/2024/05/tram.jpg": await makePicture({ colour: "#111111" }),
    "wp-content/uploads/2024/05/tram-scaled.jpg": await makePicture({ colour: "#121212" }),
    "wp-content/uploads/2024/05/view.jpg": await makePicture({ colour: "#222222" }),
    "wp-content/uploads/2024/05/client.jpg": await makePicture({ colour: "#333333" }),
    "wp-content/uploads/2010/01/boat.jpg": await makePicture({ colour: "#444444" }),
    "wp-content/uploads/2009/01/turned-rotated.jpg": await makePicture({ colour: "#555555" }),
    "wp-content/uploads/2009/01/early.jpg": await makePicture({ colour: "#666666" }),
    "wp-content/uploads/2009/01/address.jpg": await makePicture({ colour: "#777777" }),
  });

  const { out } = await moveIn(server, "wordpress", folder);
  expect(out.split("\n")).toEqual([
    "7 imported, 0 already in the library, 0 refused.",
    "  draft: Clients, which needed a password",
    "  draft: Idea, which was not published",
    "  left out: 1 file of the media library that no post shows",
    "",
  ]);
  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["travel", "Portugal – Lisboa", "public"],
    ["portraits", "Clients", "draft"],
    ["portraits", "Idea", "draft"],
    ["portraits", "Old", "public"],
    ["portraits", "Blocks", "public"],
  ]);
  const blocks = await server.visitor.call(getAlbum, { params: { slug: "blocks" } });
  expect(blocks.data.photos.map(({ title }) => title)).toEqual(["Address", "Turned", "Early"]);
  const { data } = await server.visitor.call(getAlbum, { params: { slug: "portugal-lisboa" } });
  expect(data.album.description).toBe("It rains & shines.");
  expect(data.photos.map(({ title }) => title)).toEqual(["View", "Tram 28"]);
  const [, tram] = data.photos;
  expect(tram).toMatchObject({ caption: "Up the hill", alt: "A yellow tram", tags: ["Tram"], filename: "tram.jpg" });
  expect(albums[0]?.cover_photo_id).toBe(tram?.id);

  for (const [link, to] of [
    ["/2024/05/lisboa/", "301 /travel/portugal-lisboa"],
    ["/?p=10", "301 /travel/portugal-lisboa"],
    ["/?p=10&preview=true", "301 /travel/portugal-lisboa"],
    ["/2024/05/lisboa/tram/", `301 /travel/portugal-lisboa/photo/${tram?.id}`],
    ["/?attachment_id=21", `301 /travel/portugal-lisboa/photo/${tram?.id}`],
    ["/category/travel/portugal", "301 /travel"],
    ["/?cat=3", "301 /travel"],
    ["/2010/01/old/", "301 /portraits/old"],
    ["/?p=12", "200"],
    ["/?p=100", "200"],
    ["/clients", "404"],
    ["/about", "404"],
    ["/2024", "404"],
  ] as const) {
    expect([link, await follow(server, link)]).toEqual([link, to]);
  }
});

test.each([
  [
    "an entity",
    EXPORT.replace("<rss", '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss'),
    /has a document type, which no export has\n$/,
  ],
  ["an end that is missing", EXPORT.slice(0, -30), /is broken XML, or not all of it is there\. Export it again\n$/],
  ["another feed", "<rss><channel/></rss>", /is not an export of WordPress\n$/],
  [
    "a path out of the folder",
    EXPORT.replace("2024/05/view.jpg", "../../../../../etc/view.jpg"),
    /inside the folder\n$/,
  ],
])("an export with %s is refused in one line", async (_name, xml, message) => {
  const server = await shareTestServer();
  const { code, err } = await moveIn(server, "wordpress", await foreignFolder({ "export.xml": xml }));
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err.trim()).not.toContain("\n");
});
