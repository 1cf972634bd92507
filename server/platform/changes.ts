/** Counts what has changed in what visitors see: whoever keeps ready bytes throws them away when the count moves. */
export type Changes = {
  version(): number;
  /** After every committed change of albums, photos or the site's texts. */
  publish(): void;
};

export function countChanges(): Changes {
  let version = 0;
  return {
    version: () => version,
    publish: () => {
      version++;
    },
  };
}
