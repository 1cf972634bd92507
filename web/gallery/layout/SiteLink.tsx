import type { ComponentProps } from "react";
import { useLinkClickHandler } from "react-router";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & { to: string };

/** A link within the site. The router's <Link> adds 4 kB for prefetching, which needs its framework mode. */
export function SiteLink({ to, onClick, ...rest }: SiteLinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
