import { resolve } from 'node:path'
import { createCommand, Option } from '@commander-js/extra-typings'
import { jsonOption, siteOptions, withOptions } from '../src/config.ts'
import { parsePostgres } from '../src/setting-parsers.ts'

const demoOptions = {
  // Not from the environment, which may name the database of a service.
  database: new Option(
    '--database <url>',
    'an empty PostgreSQL database, postgres://user@host/name; by default SQLite',
  ).argParser(parsePostgres),
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
