import { type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { OfferNote } from "../drafts/DraftNote.tsx";
import type { FormDraft } from "../drafts/use-form-draft.ts";
import styles from "./Form.module.css";
import { FormRefusal } from "./FormRefusal.tsx";

type FormDialogProps = {
  title: string;
  submitLabel: string;
  isDisabled?: boolean;
  /** Why the server refused, and what to say if it gave no reason. */
  error?: Error | null | undefined;
  fallback?: string;
  /** The fields that show their own refusal. */
  fields?: readonly string[];
  /** What is typed in it, if it has texts. */
  draft?: FormDraft;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
};

const LEAVING = {
  title: "Discard what you typed?",
  question: "It has not been saved.",
  confirmLabel: "Discard",
  cancelLabel: "Keep editing",
};

/** A form in a dialog, with Cancel and the button that sends it. Stays open until the caller closes it. Escape asks before texts are lost. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    isDisabled,
    error,
    fallback = "Failed to save",
    fields = [],
    draft,
    onSubmit,
    onClose,
    children,
  } = props;
  const formId = useId();
  const confirm = useConfirm();
  const discard = () => {
    draft?.discard();
    onClose();
  };
  const leave = async () => {
    if (!draft?.isTyped || (await confirm(LEAVING))) discard();
  };
  return (
    <Dialog
      title={title}
      onClose={leave}
      actions={
        <>
          <Button onClick={discard}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        {draft && <OfferNote draft={draft} noun="entries" controlId={formId} />}
        {draft?.isKept && (
          <p className={styles.kept}>
            As you left it, not saved yet. <Button onClick={draft.discard}>Discard</Button>
          </p>
        )}
        {children}
        <FormRefusal error={error} fallback={fallback} fields={fields} />
      </Form>
    </Dialog>
  );
}
