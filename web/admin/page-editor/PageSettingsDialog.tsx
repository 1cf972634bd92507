import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PAGE_SUMMARY_MAX_CHARS } from "../../../contract/limits.ts";
import type { WrittenPage } from "../../../contract/written-pages.ts";
import { ApiError } from "../../api/api-error.ts";
import { Field } from "../../ui/Field.tsx";
import { savePage } from "../actions/pages.ts";
import { fromLocalTime, toLocalTime } from "../data/publish-time.ts";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { normalizeSlug, SlugField } from "../page/SlugField.tsx";

type PageSettingsDialogProps = { page: WrittenPage; onClose: () => void };

/** What is not seen on the page: its address, its place and its time. */
export function PageSettingsDialog({ page, onClose }: PageSettingsDialogProps) {
  const client = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isEntry = page.kind === "entry";

  const draft = useFormDraft({
    of: `page-settings-${page.id}`,
    title: `Settings of ${page.title}`,
    initial: {
      slug: page.slug,
      summary: page.summary,
      in_menu: page.in_menu,
      time: toLocalTime(page.published_on),
    },
    onSubmit: async ({ slug, summary, in_menu, time }) => {
      setSaving(true);
      try {
        await savePage(client, page, {
          ...(normalizeSlug(slug) !== page.slug && { slug: normalizeSlug(slug) }),
          summary,
          ...(!isEntry && { in_menu }),
          ...(time !== "" && time !== toLocalTime(page.published_on) && { published_on: fromLocalTime(time) }),
        });
        onClose();
      } catch (failure) {
        setError(failure as Error);
        setSaving(false);
        throw failure;
      }
    },
  });
  const { slug, summary, in_menu, time } = draft.fields;
  const slugError = error instanceof ApiError ? error.errors.slug?.[0] : undefined;

  return (
    <FormDialog
      title="Page settings"
      submitLabel={isSaving ? "Saving..." : "Save"}
      isDisabled={isSaving}
      error={error}
      fields={["slug"]}
      draft={draft}
      onSubmit={() => void draft.submit()}
      onClose={onClose}
    >
      <SlugField
        prefix={isEntry ? "/journal/" : "/"}
        value={slug}
        hint={normalizeSlug(slug) === page.slug ? undefined : "The old address will lead to the new one."}
        error={slugError}
        onChange={(slug) => draft.change({ slug })}
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
            onChange={({ target }) => draft.change({ summary: target.value })}
          />
        )}
      </Field>
      <Field
        label={isEntry ? "Date" : "Public from"}
        hint="If it is in the future, visitors see the published page from then on."
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={time}
            onChange={({ target }) => draft.change({ time: target.value })}
          />
        )}
      </Field>
      {!isEntry && (
        <label>
          <input
            type="checkbox"
            checked={in_menu}
            onChange={({ target }) => draft.change({ in_menu: target.checked })}
          />
          In the menu of the site
        </label>
      )}
    </FormDialog>
  );
}
