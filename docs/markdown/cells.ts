/** A name as code. */
export const code = (text: string) => `\`${text}\``

/** A text in a cell of a table. */
export const cell = (text: string) =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')

/** An address that is a value is no link, and one with a password is no mail address. */
export const addressesAsCode = (text: string) =>
  text.replaceAll(/\b[a-z\d]+:\/\/[^\s;,)]+/g, '`$&`')
