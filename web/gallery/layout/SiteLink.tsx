import type { ComponentProps } from "react";
import { useNavigate } from "../router/use-router.ts";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & { to: string };

/** A link within the site, followed without a full page load. */
export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        // The browser opens tabs and windows itself.
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}
