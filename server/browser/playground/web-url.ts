/** Whether a link or a picture may have this address: `javascript:` and its like may not. */
export function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)
}
