export type Measure = { name: string; figure: string; bar: string; passed: boolean };

type Style = { unit?: string; digits?: number };

export function atMost(name: string, value: number, bar: number, style: Style = {}): Measure {
  return { name, figure: format(value, style), bar: `at most ${format(bar, style)}`, passed: value <= bar };
}

export function atLeast(name: string, value: number, bar: number, style: Style = {}): Measure {
  return { name, figure: format(value, style), bar: `at least ${format(bar, style)}`, passed: value >= bar };
}

const format = (value: number, { unit = "", digits = 0 }: Style) => `${value.toFixed(digits)}${unit && ` ${unit}`}`;

/** For ratios, which have no unit. */
export const RATIO: Style = { digits: 2 };

/** Prints each measurement next to its promise. A broken promise fails the command. */
export function report(title: string, measures: Measure[]): void {
  console.log(`\n${title}`);
  const width = (pick: (measure: Measure) => string) => Math.max(...measures.map((measure) => pick(measure).length));
  const [names, figures, bars] = [width((m) => m.name), width((m) => m.figure), width((m) => m.bar)];
  for (const { name, figure, bar, passed } of measures) {
    console.log(`${passed ? "✓" : "✗"} ${name.padEnd(names)}  ${figure.padStart(figures)}  ${bar.padEnd(bars)}`);
  }
  if (measures.some(({ passed }) => !passed)) process.exitCode = 1;
}
