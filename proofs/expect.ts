/** Prints a promise that is kept; throws at one that is not. */
export function expect(promise: string, isKept: boolean): void {
  if (!isKept) throw new Error(`Not kept: ${promise}`);
  console.log(`✓ ${promise}`);
}
