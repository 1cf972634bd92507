import type { Room } from "../../../contract/rooms.ts";

export const countWrongPasswords = ({ wrong_passwords: count }: Room) =>
  count === 1 ? "1 wrong password" : `${count.toLocaleString("en")} wrong passwords`;
