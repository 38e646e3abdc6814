/** The platform's form of a time. */
export function platformTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+0000`
}
