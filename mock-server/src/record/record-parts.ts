/** What recording needs of the world. */
export interface RecordParts {
  fetch: typeof globalThis.fetch
  clock: {
    wait(milliseconds: number): Promise<void>
    /** A signal that aborts after this long. */
    deadline(milliseconds: number): AbortSignal
  }
  output: {
    /** Writes progress. */
    err(text: string): void
    /** Whether it goes to a terminal, where a line can be written over. */
    isTTY: boolean
  }
}
