/** Calls `onSlow` at the end of each period in which fewer bytes were counted. A transfer ends when it stalls, not when it is long. */
export function watchRate(bytes: number, periodMs: number, onSlow: () => void) {
  let counted = 0
  const timer = setInterval(() => {
    if (counted < bytes) onSlow()
    counted = 0
  }, periodMs)
  return {
    count(more: number): void {
      counted += more
    },
    end: (): void => clearInterval(timer),
  }
}
