// The files of the identity: the tokens as a style sheet, the logo, and the icons that pages use.
import icons from '@primer/octicons/build/data.json' with { type: 'json' }
import { logoFile } from '../../design/src/logo.ts'
import { tokensCss } from '../../design/src/tokens.ts'

/** By our name, that of the library. */
const names = {
  broken: 'unlink',
  check: 'check-circle-fill',
  copy: 'copy',
  image: 'image',
  key: 'key',
  mail: 'mail',
  play: 'play',
  refresh: 'sync',
  rss: 'rss',
  settings: 'gear',
  time: 'clock',
} as const satisfies Record<string, keyof typeof icons>

export function generate(): Record<string, string> {
  const lines = Object.entries(names).map(
    ([name, source]) => `  ${name}: '${icons[source].heights['16'].path}',`,
  )
  return {
    'design/src/generated/tokens.css': `/* Made by \`npm run generate\` from tokens.ts. */\n${tokensCss}`,
    'design/src/generated/logo.svg': logoFile,
    'mock-server/src/panel/icon.svg': logoFile,
    'design/src/generated/icons.ts': `// Made by \`npm run generate\` from @primer/octicons, MIT, https://primer.style/octicons\nexport const iconPaths = {\n${lines.join('\n')}\n} as const\n`,
  }
}
