/** What recording needs of the world. */
export interface RecordParts {
  fetch: typeof globalThis.fetch
  clock: {
    wait(milliseconds: number): Promise<void>
    /** A signal that aborts after this long. */
    deadline(milliseconds: number): AbortSignal
  }
  output: {
    /** For the result. */
    out(text: string): void
    /** For progress. */
    err(text: string): void
    /** Whether progress goes to a terminal, where a line can be written over. */
    isTTY: boolean
  }
}
