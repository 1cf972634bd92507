import { Options } from "../../ui/Options.tsx";
import { type ChosenExpiry, dayOf, EXPIRIES, type Expiry } from "./expiry.ts";

type ExpiryFieldsProps = {
  chosen: ChosenExpiry;
  /** The moment so far. A form may keep it, even if it has passed. */
  before?: string | null | undefined;
  onChange: (chosen: ChosenExpiry) => void;
};

/** Until when a room is open. */
export function ExpiryFields({ chosen, before = null, onChange }: ExpiryFieldsProps) {
  const { expiry, day } = chosen;
  return (
    <>
      <label>
        Expires
        {/* The options are the names of the periods. */}
        <select value={expiry} onChange={({ target }) => onChange({ ...chosen, expiry: target.value as Expiry })}>
          <Options entries={Object.entries(EXPIRIES)} />
        </select>
      </label>
      {expiry === "date" && (
        <label>
          Last day
          <input
            type="date"
            required
            min={day !== "" && day === dayOf(before) ? undefined : dayOf(new Date().toISOString())}
            value={day}
            onChange={({ target }) => onChange({ ...chosen, day: target.value })}
          />
        </label>
      )}
    </>
  );
}
