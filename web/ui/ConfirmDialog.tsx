import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

type Question = {
  title: string;
  /** In the specification's words, where it has any. */
  question: string;
  /** A number, for example, that the specification's words leave out. */
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
};

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false));

/** Asks for confirmation: `if (await confirm({…}))`. */
export const useConfirm = () => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Question & { decide: (confirmed: boolean) => void }) | null>(null);

  const confirm = useCallback(
    (question: Question) => new Promise<boolean>((resolve) => setAsked({ ...question, decide: resolve })),
    [],
  );
  const decide = (confirmed: boolean) => {
    asked?.decide(confirmed);
    setAsked(null);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <Dialog
          title={asked.title}
          onClose={() => decide(false)}
          actions={
            <>
              {/* The safe button has the focus, so Enter and Escape both change nothing. */}
              <Button data-focus-first onClick={() => decide(false)}>
                {asked.cancelLabel ?? "Cancel"}
              </Button>
              <Button kind="danger" onClick={() => decide(true)}>
                {asked.confirmLabel}
              </Button>
            </>
          }
        >
          {asked.detail && <p>{asked.detail}</p>}
          <p>{asked.question}</p>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
