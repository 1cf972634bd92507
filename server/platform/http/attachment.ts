/** The header of a file that is downloaded under this name. Old clients read the plain name, current ones the encoded name. */
export function attachment(filename: string): string {
  // No system takes a slash or a line break in a name.
  const name = filename.replace(/[/\\\p{Cc}]/gu, "_").toWellFormed();
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
