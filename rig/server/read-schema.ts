import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

type Statement = ReturnType<typeof parseSync>["program"]["body"][number];
type TypeNode = Extract<Statement, { type: "TSTypeAliasDeclaration" }>["typeAnnotation"];
/** A type where it is written: its names belong to that file. */
type Written = { node: TypeNode; path: string };

/** A column as its type describes it. `values` is undefined where the type has a name of its own, such as `PhotoId`. */
export type TypedColumn = {
  isNullable: boolean;
  isGenerated: boolean;
  values: "text" | "integer" | undefined;
};

/** The columns of every table in a type such as `Schema`, under names such as `photo.title`. */
export function readSchema(path: string, typeName: string): Map<string, TypedColumn> {
  const columns = new Map<string, TypedColumn>();
  for (const [table, type] of fieldsOf(findType(typeName, path))) {
    for (const [column, { node }] of fieldsOf(type)) columns.set(`${table}.${column}`, columnOf(node));
  }
  return columns;
}

function fieldsOf({ node, path }: Written): [string, Written][] {
  if (node.type === "TSIntersectionType") return node.types.flatMap((part) => fieldsOf({ node: part, path }));
  if (node.type === "TSTypeReference" && node.typeName.type === "Identifier")
    return fieldsOf(findType(node.typeName.name, path));
  if (node.type !== "TSTypeLiteral") throw new Error(`${path}: a ${node.type} where fields were expected`);
  return node.members.map((member) => {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier" || !member.typeAnnotation)
      throw new Error(`${path}: a ${member.type} where a field was expected`);
    return [member.key.name, { node: member.typeAnnotation.typeAnnotation, path }];
  });
}

function columnOf(node: TypeNode): TypedColumn {
  if (node.type === "TSTypeReference" && node.typeName.type === "Identifier" && node.typeName.name === "Generated") {
    const [inner] = node.typeArguments?.params ?? [];
    if (inner) return { ...columnOf(inner), isGenerated: true };
  }
  const parts = node.type === "TSUnionType" ? node.types : [node];
  const kinds = new Set(parts.filter((part) => part.type !== "TSNullKeyword").map(valuesOf));
  return {
    isNullable: parts.some((part) => part.type === "TSNullKeyword"),
    isGenerated: false,
    values: kinds.size === 1 ? [...kinds][0] : undefined,
  };
}

function valuesOf(node: TypeNode): TypedColumn["values"] {
  if (node.type === "TSStringKeyword") return "text";
  if (node.type === "TSNumberKeyword") return "integer";
  if (node.type !== "TSLiteralType" || node.literal.type !== "Literal") return undefined;
  return typeof node.literal.value === "string" ? "text" : "integer";
}

/** In this file, or in the one it is imported from. */
function findType(name: string, path: string): Written {
  const { program, module } = parseSync(path, readFileSync(path, "utf8"));
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSTypeAliasDeclaration" && declared.id.name === name)
      return { node: declared.typeAnnotation, path };
  }
  const from = module.staticImports.find(({ entries }) => entries.some(({ importName }) => importName.name === name));
  if (!from) throw new Error(`${path} has no type ${name}`);
  return findType(name, join(dirname(path), from.moduleRequest.value));
}
