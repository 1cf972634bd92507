import { type FormEvent, useState } from "react";
import type { User } from "../../../contract/auth.ts";
import { TOKEN_NAME_MAX_CHARS, type TokenScope } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useAddToken } from "../actions/tokens.ts";
import { fieldErrors } from "../page/FormRefusal.tsx";
import { ExpiryFields } from "../room-dialogs/ExpiryFields.tsx";
import { type ChosenExpiry, choiceOf, expiresOn } from "../room-dialogs/expiry.ts";
import styles from "./Account.module.css";
import { ConfirmOwner } from "./ConfirmOwner.tsx";
import { NewTokenDialog } from "./NewTokenDialog.tsx";

type Asked = { name: string; scope: TokenScope; expires_on: string | null };

export function TokenForm({ user, hasPasskeys }: { user: User; hasPasskeys: boolean }) {
  const add = useAddToken();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [expiry, setExpiry] = useState<ChosenExpiry>(choiceOf());

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.reset();
    const form = new FormData(event.currentTarget);
    setAsked({
      name: String(form.get("name") ?? ""),
      scope: form.get("scope") === "read" ? "read" : "publish",
      expires_on: expiresOn(expiry),
    });
  };

  return (
    <>
      <Form className={styles.form} onSubmit={onSubmit}>
        <Field label="Name of the program" error={fieldErrors(add.error).name?.[0]}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="off"
              placeholder="Lightroom"
              maxLength={TOKEN_NAME_MAX_CHARS}
              required
            />
          )}
        </Field>
        <label>
          It may
          <select name="scope" defaultValue="publish">
            <option value="publish">publish photos and change albums</option>
            <option value="read">only read</option>
          </select>
        </label>
        <ExpiryFields chosen={expiry} onChange={setExpiry} />
        <div>
          <Button type="submit">Make a token</Button>
        </div>
      </Form>
      {asked && (
        <ConfirmOwner
          title="Make a token"
          submitLabel={add.isPending ? "Making..." : "Make the token"}
          user={user}
          hasPasskeys={hasPasskeys}
          change={add}
          fallback="The token could not be made"
          onConfirm={(by) =>
            add.mutate(
              { ...asked, by },
              {
                onSuccess: ({ token }) => {
                  setMade({ name: asked.name, token });
                  setAsked(null);
                },
              },
            )
          }
          onClose={() => setAsked(null)}
        >
          {asked.scope === "publish"
            ? `Anyone who has it can add photos to your site, change them and move them to the trash.`
            : `Anyone who has it can see your albums and photos, including private ones.`}
        </ConfirmOwner>
      )}
      {made && <NewTokenDialog {...made} onClose={() => setMade(null)} />}
    </>
  );
}
