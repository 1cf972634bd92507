import { HtmlValidate } from "html-validate";

/** What the HTML standard and assistive technology ask for. Rules of taste (quotes, spaces, long titles) stay out. */
const validator = new HtmlValidate({ extends: ["html-validate:standard", "html-validate:a11y"] });

/** What is wrong with a page's markup, and where. */
export function htmlComplaints(html: string): string[] {
  return validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
}
