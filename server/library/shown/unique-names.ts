/** Photos with the same name become `a.jpg`, `a-2.jpg`. Many disks ignore case, so this does too. */
export function createNamer(): (filename: string) => string {
  const taken = new Set<string>();
  return (filename) => {
    const [base, extension] = splitName(filename);
    let name = filename;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base}-${number}${extension}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** The name and its extension with the dot, which may be empty. */
export function splitName(filename: string): [base: string, extension: string] {
  const dot = filename.lastIndexOf(".");
  return dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ""];
}
