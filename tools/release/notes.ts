/** What a version's section of the changelog says. Undefined when it has none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const [, text] = changelog.split(new RegExp(`^## ${version.replaceAll(".", "\\.")}(?![\\w.]).*$`, "m"));
  return text && `# Vitrine ${version}\n\n${text.split(/^## /m, 1)[0]?.trim()}\n`;
}
