import type { ComponentType } from "react";
import type { PageContent } from "../../../contract/pages.ts";

// What shows some pages is in one program alone (web/gallery-client.tsx or web/journal-client.tsx), with all that both have.
// Who reads a journal loads no contact form.

type OwnPage = "written" | "journal" | "contact" | "showcase";
type OwnContent = Extract<PageContent, { page: OwnPage }>;
type Provided = { [Page in OwnPage]?: ComponentType<{ content: Extract<PageContent, { page: Page }> }> };

const OWN_PAGES: readonly string[] = ["written", "journal", "contact", "showcase"] satisfies OwnPage[];

let provided: Provided = {};

export function providePages(pages: Provided): void {
  provided = { ...provided, ...pages };
}

/** Undefined in the other program. */
export const ownPageOf = ({ page }: OwnContent) =>
  // The type of `provided` has a component with its page's content.
  provided[page] as ComponentType<{ content: OwnContent }> | undefined;

/** Whether this program cannot show it, and the browser has to load the page with the other one. */
export const needsOtherProgram = ({ page }: PageContent): boolean => OWN_PAGES.includes(page) && !(page in provided);
