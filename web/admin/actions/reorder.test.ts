import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { refusalMessage } from "./reorder.ts";

test("a refused order says whether the list was outdated, or what the server said", () => {
  const wording = { subject: "This album was", fallback: "Failed to reorder photos" };
  expect(refusalMessage(new ApiError(409, "Conflict", { code: "CONFLICT" }), wording)).toBe(
    "This album was changed in another window. Showing the latest order. Try the move again.",
  );
  expect(refusalMessage(new ApiError(403, "Not now", { code: "FORBIDDEN" }), wording)).toBe("Not now");
  expect(refusalMessage(new ApiError(500, "The server responded with 500", { hasServerMessage: false }), wording)).toBe(
    "Failed to reorder photos",
  );
});
