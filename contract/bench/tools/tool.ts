import type { RecordedRequest } from '../recorded-run.ts'

/** A tool before the server of the mutants. */
export interface Tool {
  /** With its version, for the head of the table. */
  name: string
  look(request: RecordedRequest): Promise<Look>
  close(): void
}

/** What a tool says of the answer to one request. */
export interface Look {
  /** It answered by itself: the request never reached the server. */
  refused: boolean
  violations: string[]
}
