import { type FormEvent, useState } from "react";
import type { User } from "../../../contract/auth.ts";
import { PASSKEY_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useAddPasskey } from "../actions/passkeys.ts";
import { fieldErrors } from "../page/FormRefusal.tsx";
import styles from "./Account.module.css";
import { ConfirmOwner } from "./ConfirmOwner.tsx";
import { describeAgent } from "./describe-agent.ts";

export function PasskeyForm({ user, hasPasskeys }: { user: User; hasPasskeys: boolean }) {
  const add = useAddPasskey();
  const [name, setName] = useState<string | null>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.reset();
    setName(String(new FormData(event.currentTarget).get("name") ?? ""));
  };

  return (
    <>
      <Form className={styles.form} onSubmit={onSubmit}>
        <Field label="Name of the passkey" error={fieldErrors(add.error).name?.[0]}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="off"
              defaultValue={describeAgent(navigator.userAgent)}
              maxLength={PASSKEY_NAME_MAX_CHARS}
              required
            />
          )}
        </Field>
        <div>
          <Button type="submit">Add a passkey</Button>
        </div>
      </Form>
      {name !== null && (
        <ConfirmOwner
          title="Add a passkey"
          submitLabel={add.isPending ? "Waiting for the browser..." : "Continue"}
          user={user}
          hasPasskeys={hasPasskeys}
          change={add}
          fallback="The passkey could not be added"
          onConfirm={(by) => add.mutate({ name, by }, { onSuccess: () => setName(null) })}
          onClose={() => setName(null)}
        >
          Anyone who has it can sign in. Next, the browser asks where to save "{name}".
        </ConfirmOwner>
      )}
    </>
  );
}
