/** "Lisbon", "Lisbon and Blue", "Lisbon and 2 more albums". */
export function describeAlbums([first = "", ...others]: string[]): string {
  if (others.length === 0) return first;
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} more albums`}`;
}
