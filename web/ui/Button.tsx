import type { ComponentProps, ReactNode } from "react";
import styles from "./Button.module.css";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  kind?: "plain" | "primary" | "danger" | "quiet";
  type?: "button" | "submit";
  icon?: ReactNode;
  /** Why it cannot be used yet. It keeps the focus, and says so. */
  why?: string | false | undefined;
};

export function Button({ kind = "plain", type = "button", icon, why, className, children, ...rest }: ButtonProps) {
  const refusal = why && { "aria-disabled": true, "aria-description": why, title: why, onClick: undefined };
  return (
    <button
      type={type}
      className={[styles.button, styles[kind], className].filter(Boolean).join(" ")}
      {...rest}
      {...refusal}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that shows only its icon; the label is read out and shown on hover. */
export function IconButton({ label, icon, ...rest }: Omit<ButtonProps, "children"> & { label: string }) {
  return (
    <Button
      kind="quiet"
      aria-label={label}
      title={label}
      {...rest}
      className={[styles.icon, rest.className].filter(Boolean).join(" ")}
    >
      {icon}
    </Button>
  );
}
