import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PAGE_SUMMARY_MAX_CHARS } from "../../../contract/limits.ts";
import type { WrittenPage } from "../../../contract/written-pages.ts";
import { ApiError } from "../../api/api-error.ts";
import { Field } from "../../ui/Field.tsx";
import { savePage } from "../actions/pages.ts";
import { fromLocalTime, toLocalTime } from "../data/publish-time.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { normalizeSlug, SlugField } from "../page/SlugField.tsx";

type PageSettingsDialogProps = { page: WrittenPage; onClose: () => void };

/** What is not seen on the page: its address, its place and its time. */
export function PageSettingsDialog({ page, onClose }: PageSettingsDialogProps) {
  const client = useQueryClient();
  const [slug, setSlug] = useState(page.slug);
  const [summary, setSummary] = useState(page.summary);
  const [inMenu, setInMenu] = useState(page.in_menu);
  const [time, setTime] = useState(toLocalTime(page.published_on));
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isEntry = page.kind === "entry";

  const submit = async () => {
    setSaving(true);
    try {
      const change = {
        ...(normalizeSlug(slug) !== page.slug && { slug: normalizeSlug(slug) }),
        summary,
        ...(!isEntry && { in_menu: inMenu }),
        ...(time !== "" && time !== toLocalTime(page.published_on) && { published_on: fromLocalTime(time) }),
      };
      await savePage(client, page, change);
      onClose();
    } catch (failure) {
      setError(failure as Error);
      setSaving(false);
    }
  };
  const slugError = error instanceof ApiError ? error.errors.slug?.[0] : undefined;

  return (
    <FormDialog
      title="Page settings"
      submitLabel={isSaving ? "Saving..." : "Save"}
      isDisabled={isSaving}
      error={error}
      fields={["slug"]}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SlugField
        prefix={isEntry ? "/journal/" : "/"}
        value={slug}
        hint={normalizeSlug(slug) === page.slug ? undefined : "The old address will lead to the new one."}
        error={slugError}
        onChange={setSlug}
      />
      <Field
        label="Summary"
        hint="One sentence for search engines, share cards and lists. Without it, the first lines are used."
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={PAGE_SUMMARY_MAX_CHARS}
            value={summary}
            onChange={({ target }) => setSummary(target.value)}
          />
        )}
      </Field>
      <Field
        label={isEntry ? "Date" : "Public from"}
        hint="If it is in the future, visitors see the published page from then on."
      >
        {(control) => (
          <input {...control} type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
        )}
      </Field>
      {!isEntry && (
        <label>
          <input type="checkbox" checked={inMenu} onChange={({ target }) => setInMenu(target.checked)} />
          In the menu of the site
        </label>
      )}
    </FormDialog>
  );
}
