import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";

type MoveToDialogProps = {
  title: string;
  /** Counted from 1. */
  position: number;
  positions: number;
  onMove: (index: number) => void;
  onClose: () => void;
};

/** Moves by number: for long lists, and for people who cannot drag. */
export function MoveToDialog({ title, position, positions, onMove, onClose }: MoveToDialogProps) {
  const [wanted, setWanted] = useState(String(position));

  function move(index: number) {
    onClose();
    onMove(index);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    move(Number(wanted) - 1);
  }

  return (
    <Dialog
      title={`Change position of ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => move(0)}>To the start</Button>
          <Button onClick={() => move(positions - 1)}>To the end</Button>
          <Button kind="primary" type="submit" form="move-to">
            Move
          </Button>
        </>
      }
    >
      <Form id="move-to" onSubmit={submit}>
        <Field label={`Position, 1 to ${positions}`}>
          {(control) => (
            <input
              {...control}
              type="number"
              required
              data-focus-first
              min={1}
              max={positions}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
