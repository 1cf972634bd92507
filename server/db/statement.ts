import type { Compilable, CompiledQuery } from "kysely";
import type { Db, PhotoRow } from "./schema.ts";

/** Takes the place of a parameter in a statement that is kept. */
class Parameter {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement that is built once and kept, for those that most pages and calls need: Kysely takes longer to build one than
 * SQLite to run it. `build` may only pass its parameters on to the statement, which must not depend on them otherwise.
 */
export function statement<Parameters extends unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  /** By database system: a transaction uses that of its database. */
  const kept = new WeakMap<object, CompiledQuery<Row>>();

  return async (db, ...given) => {
    const { adapter } = db.getExecutor();
    let built = kept.get(adapter);
    if (!built) {
      // Kysely only carries them to the compiled statement, where they are replaced below.
      built = build(db, ...(given.map((_, index) => new Parameter(index)) as Parameters)).compile();
      kept.set(adapter, built);
    }
    const parameters = built.parameters.map((value) => (value instanceof Parameter ? given[value.index] : value));
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

type Columns = readonly (keyof PhotoRow)[];

/** A statement for each list of columns. Those of a view are always the same list. */
export function forColumns<Kept extends object>(keep: (columns: Columns) => Kept): (columns: Columns) => Kept {
  const kept = new WeakMap<Columns, Kept>();
  return (columns) => {
    const known = kept.get(columns) ?? keep(columns);
    kept.set(columns, known);
    return known;
  };
}
