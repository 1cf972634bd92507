/** Fields of forms that are chosen, not written. */
const CHOSEN = ["category", "download", "expiry", "day", "kind", "width"];

/** The words of a draft: those of a form are in several fields. */
export function wordsIn(text: string): string {
  if (!/^(\{"|\[\{")/.test(text)) return text;
  try {
    const written: string[] = [];
    JSON.parse(text, (name, value) => {
      if (typeof value === "string" && value !== "" && !CHOSEN.includes(name)) written.push(value);
    });
    return written.join(" · ");
  } catch {
    return text;
  }
}
