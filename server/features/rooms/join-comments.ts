/**
 * What two clients have written over the same text, without losing either. `mine` takes the place of what it was written
 * over where that is still there, and else follows `theirs`. Joined again, it changes nothing.
 */
export function joinComments({ before, mine, theirs }: { before: string; mine: string; theirs: string }): string {
  if (theirs === before || theirs === "" || mine.includes(theirs)) return mine;
  if (mine === "" || theirs.includes(mine)) return theirs;
  if (before !== "" && theirs.includes(before)) return theirs.replace(before, () => mine);
  return `${theirs}\n\n${mine}`;
}
