import { sql } from "kysely";
import { type AnyDb, run } from "../migration.ts";

/** One admin, devices that signed in before, and variants that can be dropped again to stay within the disk budget. */
export async function up(db: AnyDb): Promise<void> {
  await foldAdmins(db);
  await run(db, [
    'create unique index user_one_admin on "user" (is_admin) where is_admin = 1',
    `create table device (
      hash text primary key,
      user_id integer not null references "user" (id) on delete cascade,
      created_at text not null,
      last_used_at text not null
    )`,
    "alter table variant add column on_demand_at text",
    "create index variant_on_demand on variant (on_demand_at) where on_demand_at is not null",
    // It was in every backup, so nothing that it has signed may be believed any longer.
    "delete from setting where key = 'signing_key'",
  ]);
}

/**
 * A changed ADMIN_EMAIL used to make a second admin beside the first, who could still sign in. The newest one with a
 * password is who the operator set last; without a password, the newest is the one the site was last started for.
 */
async function foldAdmins(db: AnyDb): Promise<void> {
  const kept = await db
    .selectFrom("user")
    .select("id")
    .where("is_admin", "=", 1)
    .orderBy(sql`case when password_hash is null then 1 else 0 end`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!kept) return;
  const others = db.selectFrom("user").select("id").where("is_admin", "=", 1).where("id", "<>", kept.id);
  await db.deleteFrom("token").where("user_id", "in", others).execute();
  await db.deleteFrom("user").where("is_admin", "=", 1).where("id", "<>", kept.id).execute();
}
