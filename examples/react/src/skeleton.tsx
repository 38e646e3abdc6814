/** Boxes where posts will be, so that nothing jumps when they come. */
export function Skeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike
    <li key={index} className="skeleton" aria-hidden="true">
      <span className="frame" />
    </li>
  ))
}
