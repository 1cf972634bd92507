/** Sorts the wanted members among the positions they occupy; the others keep theirs. */
export function inOrder<Id>(members: Id[], wanted: Id[]): Id[] {
  const isMember = new Set(members);
  const queue = [...new Set(wanted)].filter((id) => isMember.has(id));
  const isWanted = new Set(queue);
  return members.map((id) => (isWanted.has(id) ? (queue.shift() ?? id) : id));
}
