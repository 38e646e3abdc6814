import { settings } from '../../server/src/settings/settings.ts'
import { readText } from '../packages.ts'
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

/** The containers with the settings that an operator may set, which are those that neither they nor their image set. */
function composeFile(): string {
  const text = readText('server/compose.yaml')
  const image = readText('server/Containerfile')
  const names = Object.values(settings).flatMap(({ variable }) =>
    variable === null || text.includes(`${variable}: `) || image.includes(`${variable}=`)
      ? []
      : `      ${variable}:\n`,
  )
  return text.replace(/(where \.env sets them, and only there\.\n)( {6}\w+:\n)*/, (_, comment) =>
    [comment, ...names].join(''),
  )
}

export function generate() {
  return {
    'server/compose.yaml': composeFile(),
    'docs/settings.md': `# Settings

<!-- made by \`npm run generate\` -->

Each setting of \`photofeed-server start\` is a flag and a variable of the environment. [operations.md](operations.md#settings) says how they are read.

${settingsTable()}
`,
  }
}
