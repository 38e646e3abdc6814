import { createCommand } from '@commander-js/extra-typings'
import { option, setting, withOptions } from '../src/settings/setting.ts'
import { folder, postgres } from '../src/settings/setting-values.ts'
import { jsonOption, settings } from '../src/settings/settings.ts'

const { host, port, baseUrl, cdnUrl, supportEmail, production } = settings

const demoOptions = {
  // Not from the environment, which may name the database of a service.
  database: setting('--database <url>', postgres.optional(), {
    description: 'an empty PostgreSQL database, postgres://user@host/name; by default SQLite',
    variable: null,
    secret: 'password',
  }),
  ...{ host, port, baseUrl, cdnUrl, supportEmail, production },
  gallery: option('--gallery <folder>', folder.optional(), {
    description: 'a folder of static pages to serve too',
  }),
  ...jsonOption,
}

export const demoCommand = withOptions(createCommand('demo'), demoOptions)
  .description('serve one account for each state, and an emulated platform to connect others from')
  .action(async (settings) => {
    const { runDemo } = await import('./run-demo.ts')
    await runDemo(settings)
  })
