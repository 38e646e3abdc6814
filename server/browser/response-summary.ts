/** The status of a response, how long it took since `start`, and the size of its text. */
export function summaryOf(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  text: string,
  start: number,
): string {
  const bytes = new Blob([text]).size
  const size = bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
  return `${`${status} ${statusText}`.trim()}, ${Math.round(performance.now() - start)} ms, ${size}`
}
