import type { ComponentProps, ReactNode } from "react";
import styles from "./Button.module.css";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  kind?: "plain" | "primary" | "danger" | "quiet";
  type?: "button" | "submit";
  icon?: ReactNode;
};

export function Button({ kind = "plain", type = "button", icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type={type} className={[styles.button, styles[kind], className].filter(Boolean).join(" ")} {...rest}>
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
