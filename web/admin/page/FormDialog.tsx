import { type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
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
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, with Cancel and the button that sends it. Stays open until the caller closes it. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    isDisabled,
    error,
    fallback = "Failed to save",
    fields = [],
    onSubmit,
    onClose,
    children,
  } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        {children}
        <FormRefusal error={error} fallback={fallback} fields={fields} />
      </form>
    </Dialog>
  );
}
