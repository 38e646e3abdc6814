import { styleText } from 'node:util'

/** One at a time: before Node 22.13, a list of formats is painted for files too. */
export type Format = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Text in a colour, where there are colours. */
export type Paint = (format: Format, text: string) => string

export const unpainted: Paint = (_format, text) => text

/** Paints for a stream that is a terminal, unless NO_COLOR or its like says otherwise. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}
