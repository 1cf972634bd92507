type OptionsProps = { entries: readonly (readonly [value: string | number, label: string])[] };

/** The options of a `<select>`. Those of a record are its entries. */
export function Options({ entries }: OptionsProps) {
  return entries.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
