import { options } from '../../server/src/config.ts'
import { addressesAsCode, table } from './tables.ts'

/** Returns the table of all settings of the server, from their definitions. */
export function settingsTable(): string {
  return table(
    ['Flag and variable', 'Meaning'],
    Object.values(options)
      .filter(({ envVar }) => envVar !== undefined)
      .map(({ flags, envVar, defaultValue, defaultValueDescription, description }) => {
        const initial = defaultValueDescription ?? defaultValue
        const shown = initial === undefined ? '' : `. Default: \`${initial}\``
        return [`\`${flags}\`<br>\`${envVar}\``, addressesAsCode(description) + shown]
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
