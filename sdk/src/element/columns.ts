export const defaultColumns = 3

/** The values of the attribute `columns` that have a rule. */
const choices = [1, 2, 3, 4, 5, 6]

/** Rules on the attribute itself, so that a policy against inline styles allows them. */
export const columnRules = choices
  .map((count) => `:host([columns="${count}"]){--columns:${count}}`)
  .join('')
