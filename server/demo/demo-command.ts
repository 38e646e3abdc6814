import { resolve } from 'node:path'
import { createCommand, Option } from '@commander-js/extra-typings'
import { setting, withOptions } from '../src/start/setting.ts'
import { postgres } from '../src/start/setting-values.ts'
import { jsonOption, siteOptions } from '../src/start/settings.ts'

const demoOptions = {
  // Not from the environment, which may name the database of a service.
  database: setting(
    '--database <url>',
    'an empty PostgreSQL database, postgres://user@host/name; by default SQLite',
    postgres.optional(),
    { variable: null, secret: 'password' },
  ),
  ...siteOptions,
  gallery: new Option('--gallery <folder>', 'a folder of static pages to serve too').argParser(
    (folder) => resolve(folder),
  ),
  ...jsonOption,
}

export const demoCommand = withOptions(createCommand('demo'), demoOptions)
  .description('serve one account for each state, and an emulated platform to connect others from')
  .action(async (settings) => {
    const { runDemo } = await import('./run-demo.ts')
    await runDemo(settings)
  })
