export function ArrowIcon({ direction }: { direction: "left" | "right" }) {
  return <Icon path={direction === "left" ? "M20 12H4M10 6l-6 6 6 6" : "M4 12h16M14 6l6 6-6 6"} />;
}

export const CloseIcon = () => <Icon path="M5 5l14 14M19 5L5 19" />;
export const DetailsIcon = () => <Icon path="M12 10v8M12 6v1.5" />;
export const FullScreenIcon = () => <Icon path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;

function Icon({ path }: { path: string }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
