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
