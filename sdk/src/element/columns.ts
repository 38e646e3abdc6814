export const defaultColumns = 3

/** The values of the attribute `columns`. */
const choices = [1, 2, 3, 4, 5, 6]

/** Rules on the attribute itself, since a page's policy may forbid inline styles. */
export const columnRules = choices
  .map((count) => `:host([columns="${count}"]){--_columns:${count}}`)
  .join('')
