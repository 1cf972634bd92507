import { type ReactNode, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { PhotoChoices } from "../../ui/PhotoChoices.tsx";

type PhotoChoiceDialogProps = {
  title: string;
  label: string;
  /** What the button says. */
  action: string;
  current: PhotoId | null;
  /** Undefined until they are loaded. */
  choices: PhotoId[] | undefined;
  error: Error | null;
  renderPicture: (id: PhotoId) => ReactNode;
  /** What happens where none is chosen. Without it, one has to be. */
  automatic?: string;
  /** Before the choices, such as a search. */
  children?: ReactNode;
  onChoose: (id: PhotoId | null) => void;
  onClose: () => void;
};

/** One photo of many, for the site, a category or an album. */
export function PhotoChoiceDialog(props: PhotoChoiceDialogProps) {
  const { title, label, action, current, choices, error, renderPicture, automatic, children, onChoose, onClose } =
    props;
  const [chosen, setChosen] = useState(current);
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            why={chosen === null && !automatic && "Choose a photo first"}
            onClick={() => onChoose(chosen)}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error && <p role="alert">{error.message}</p>}
      {!choices && !error && <Loading />}
      {choices && (choices.length > 0 || automatic) && (
        <PhotoChoices
          label={label}
          choices={choices}
          chosen={chosen}
          onChoose={setChosen}
          renderPicture={renderPicture}
          other={automatic ? { label: automatic, onChoose: () => setChosen(null) } : undefined}
        />
      )}
    </Dialog>
  );
}
