import { isSignedOut, messageOf } from "../../api/api-error.ts";

/** What became of a text. Without a reason, the owner has changed their mind. */
export type SaveResult = { isSaved: true } | { isSaved: false; reason?: string };

/** Never rejects. `wordsFor` may know better words for a failure than its message. */
export async function saveResultOf(
  saving: Promise<unknown>,
  wordsFor = (error: unknown) => messageOf(error, "The server gave no reason"),
): Promise<SaveResult> {
  try {
    await saving;
    return { isSaved: true };
  } catch (error) {
    // Still true after signing in, when the field shows it.
    return { isSaved: false, reason: isSignedOut(error) ? "Your session had ended." : wordsFor(error) };
  }
}
