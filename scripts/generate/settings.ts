import { settings } from '../../server/src/start/settings.ts'
import { addressesAsCode, table } from './tables.ts'

/** Returns the table of all settings of the server, from their definitions. */
export function settingsTable(): string {
  return table(
    ['Flag and variable', 'Meaning'],
    Object.values(settings).map(({ flags, variable, initial, description }) => {
      const shown = initial === undefined ? '' : `. Default: \`${initial}\``
      return [`\`${flags}\`<br>\`${variable}\``, addressesAsCode(description) + shown]
    }),
  )
}

export function generate() {
  return {
    'docs/settings.md': `# Settings

<!-- made by \`npm run generate\` -->

Each setting of \`photofeed-server start\` is a flag and a variable of the environment. [operations.md](operations.md#settings) says how they are read.

${settingsTable()}
`,
  }
}
