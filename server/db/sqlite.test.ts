import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { startTestServer } from "../../rig/server/start-test-server.ts";

test.skipIf(inject("postgresUrl"))(
  "what a database file brings along gets no more than plain tables give it",
  async () => {
    const { db } = (await startTestServer()).deps;
    await sql`create view files as select * from pragma_database_list`.execute(db);

    await expect(sql`select * from files`.execute(db)).rejects.toThrow("unsafe use of virtual table");
    await expect(sql`insert into message (name) select name from files`.execute(db)).rejects.toThrow("unsafe use");
  },
);

test.skipIf(inject("postgresUrl"))(
  "a statement is read right after another process has changed its table",
  async () => {
    const { deps, startAnother } = await startTestServer();
    const { db } = deps;
    const other = (await startAnother()).deps.db;
    await sql`create table print (paper text, edge integer)`.execute(other);
    await sql`insert into print values ('baryta', 30)`.execute(other);
    const read = () => sql`select print.*, 'yes' as signed from print`.execute(db);
    expect((await read()).rows).toEqual([{ paper: "baryta", edge: 30, signed: "yes" }]);

    await sql`alter table print drop column paper`.execute(other);
    await sql`alter table print add column copies integer default 5`.execute(other);

    expect((await read()).rows).toEqual([{ edge: 30, copies: 5, signed: "yes" }]);
  },
);
