/** A name as code. */
export const code = (text: string) => `\`${text}\``

/** A text in a cell of a table. Outside of code, `<name>` would be an element. */
export const cell = (text: string) =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '\\<') : part))
    .join('`')
