// Reads again after a while, as long as somebody looks at it.

interface Refresh {
  /** Seconds; 0 stops it. */
  every(seconds: number): void;
}

/** `read` is awaited before the next one is planned, so a slow service is not asked twice at once. */
export function refresh(read: () => Promise<void>): Refresh {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = 0;
  const plan = () => {
    clearTimeout(timer);
    if (wanted > 0 && !document.hidden) timer = setTimeout(() => void read().finally(plan), wanted * 1000);
  };
  document.addEventListener('visibilitychange', plan);
  return {
    every(seconds) {
      wanted = seconds;
      plan();
    },
  };
}
