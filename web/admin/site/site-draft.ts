import type { SaveResult } from "../data/save-result.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { useDraft } from "../drafts/use-draft.ts";

/** What is typed in a field of this screen, until the server has it. */
export const useSiteDraft = (
  field: keyof typeof SETTING_NAMES,
  saved: string,
  save: (text: string) => Promise<SaveResult>,
) => useDraft({ of: "site", field, title: `${SETTING_NAMES[field]}, on the Site screen`, saved, save });

/** A label in the middle of a sentence. */
export const nounFor = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
