import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** One admin, devices that signed in before, and variants that can be dropped again to stay within the disk budget. */
export const defence = () => ({
  async up(db: AnyDb): Promise<void> {
    await foldAdmins(db);
    await sql`create unique index user_one_admin on "user" (is_admin) where is_admin = 1`.execute(db);

    await db.schema
      .createTable("device")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("user_id", "integer", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("last_used_at", "text", (column) => column.notNull())
      .execute();

    await db.schema.alterTable("variant").addColumn("on_demand_at", "text").execute();
    await sql`create index variant_on_demand on variant (on_demand_at) where on_demand_at is not null`.execute(db);

    // It was in every backup, so nothing that it has signed may be believed any longer.
    await db.deleteFrom("setting").where("key", "=", "signing_key").execute();
  },
});

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
