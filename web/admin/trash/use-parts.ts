import { useEffect, useRef, useState } from "react";

/** How much of a long list to draw: a part, and another each time the element at its end comes near. */
export function useParts(total: number, size: number) {
  const [count, setCount] = useState(size);
  const endRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each part the end is another element
  useEffect(() => {
    if (!endRef.current) return;
    const observer = new IntersectionObserver(
      ([end]) => {
        if (end?.isIntersecting) setCount((before) => before + size);
      },
      { rootMargin: "1200px" },
    );
    observer.observe(endRef.current);
    return () => observer.disconnect();
  }, [count, total, size]);
  return { count, endRef };
}
