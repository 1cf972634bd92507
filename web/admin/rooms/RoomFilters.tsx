import type { Room } from "../../../contract/rooms.ts";
import { Options } from "../../ui/Options.tsx";
import styles from "./Rooms.module.css";
import { FILTERS, ORDERS, type RoomFilter, type RoomOrder } from "./room-filters.ts";

type RoomFiltersProps = {
  room: Room;
  round: number;
  onRound: (round: number) => void;
  filter: RoomFilter;
  onFilter: (filter: RoomFilter) => void;
  order: RoomOrder;
  onOrder: (order: RoomOrder) => void;
  isMatrix: boolean;
  onMatrix: (isMatrix: boolean) => void;
};

/** Which photos are shown, in which order, and as photos or with what each voice says. */
export function RoomFilters(props: RoomFiltersProps) {
  const { room, round, onRound, filter, onFilter, order, onOrder, isMatrix, onMatrix } = props;
  return (
    <div className={styles.filters}>
      {room.round > 1 && (
        <label>
          Round
          <select value={round} onChange={({ target }) => onRound(Number(target.value))}>
            {Array.from({ length: room.round }, (_, index) => index + 1).map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
      <fieldset className={styles.switch} aria-label="Show">
        {entriesOf(FILTERS).map(([value, label]) => (
          <button key={value} type="button" aria-pressed={filter === value} onClick={() => onFilter(value)}>
            {label}
          </button>
        ))}
      </fieldset>
      <label>
        Order
        <select value={order} onChange={({ target }) => onOrder(target.value as RoomOrder)}>
          <Options entries={entriesOf(ORDERS)} />
        </select>
      </label>
      <fieldset className={styles.switch} aria-label="View">
        <button type="button" aria-pressed={isMatrix} onClick={() => onMatrix(true)}>
          Marks
        </button>
        <button type="button" aria-pressed={!isMatrix} onClick={() => onMatrix(false)}>
          Photos
        </button>
      </fieldset>
    </div>
  );
}

const entriesOf = <Key extends string>(names: Record<Key, string>) =>
  // The keys of a literal are those of its type.
  Object.entries(names) as [Key, string][];
