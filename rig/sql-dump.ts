type Value = string | number | null;

/** A table as mysqldump writes it: its definition, and its rows in one statement without columns. */
export function dumpTable(name: string, rows: readonly Record<string, Value>[]): string {
  const columns = Object.keys(rows[0] ?? { id: 1 });
  const definition = columns.map((column) => `  \`${column}\` varchar(255) DEFAULT NULL COMMENT 'it''s; a (text)'`);
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(",")})`);
  return [
    `-- Table structure for table \`${name}\``,
    `DROP TABLE IF EXISTS \`${name}\`;`,
    "/*!40101 SET character_set_client = utf8 */;",
    `CREATE TABLE \`${name}\` (\n${definition.join(",\n")},\n  PRIMARY KEY (\`${columns[0]}\`)\n) ENGINE=InnoDB;`,
    ...(values.length > 0 ? [`INSERT INTO \`${name}\` VALUES ${values.join(",")};`] : []),
    "",
  ].join("\n");
}

function literal(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return `${value}`;
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
