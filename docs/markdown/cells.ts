/** A name as code. */
export const code = (text: string) => `\`${text}\``

/** A text in a cell of a table. */
export const cell = (text: string) =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
