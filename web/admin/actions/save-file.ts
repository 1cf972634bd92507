import { adminToken } from "../../api/admin-token.ts";

/** A plain link could not carry the token. */
export async function saveFrom(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: { authorization: `Bearer ${adminToken.read()}` } });
  if (!response.ok) throw new Error(`The server responded with ${response.status}`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
