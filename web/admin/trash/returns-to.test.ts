import { expect, test } from "vitest";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { returnsTo } from "./returns-to.ts";

const albums = ["Lisbon", "Best of", "Blue"].map((title, index) => ({ id: index + 1, title }) as AdminAlbum);
const from = (...ids: number[]) => ({ trashed_from: ids.map((id) => id as AlbumId) });

test("a trashed photo names the albums it returns to, and leaves out deleted ones", () => {
  expect(returnsTo(from(), albums)).toBe("Returns to no album");
  expect(returnsTo(from(9), albums)).toBe("Returns to no album");
  expect(returnsTo(from(1), albums)).toBe("Returns to Lisbon");
  expect(returnsTo(from(9, 2, 1), albums)).toBe("Returns to Best of and Lisbon");
  expect(returnsTo(from(1, 2, 3), albums)).toBe("Returns to Lisbon and 2 more albums");
});
