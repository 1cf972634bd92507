import { Fragment } from "react";
import { isAllowedLink, readText, type TextPart, type TextSection } from "../../../contract/page-text.ts";

/** A text in the format of page-text.ts. */
export function FormattedText({ text }: { text: string }) {
  return readText(text).map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a text are nothing but their order
    <Section key={index} section={section} />
  ));
}

function Section({ section: { kind, lines } }: { section: TextSection }) {
  if (kind === "list") {
    return (
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={index}>
            <Parts parts={line} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={index}>
          {index > 0 && <br />}
          <Parts parts={line} />
        </Fragment>
      ))}
    </p>
  );
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) => {
    if (typeof part === "string") return part;
    const inner = <Parts parts={part.parts} />;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: as above
    if (part.kind === "strong") return <strong key={index}>{inner}</strong>;
    if (part.kind === "emphasis") return <em key={index}>{inner}</em>;
    // One that is being written, in the editor.
    if (!isAllowedLink(part.to)) return <Fragment key={index}>{inner}</Fragment>;
    return (
      <a key={index} href={part.to} rel={part.to.startsWith("/") ? undefined : "noopener"}>
        {inner}
      </a>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  });
}
