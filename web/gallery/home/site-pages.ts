import { ContactPage } from "../contact/ContactPage.tsx";
import { Showcase } from "./Showcase.tsx";

export const sitePages = { contact: ContactPage, showcase: Showcase };
