import { createCommand } from '@commander-js/extra-typings'
import { runService } from '@photofeed/core/node'
import { withOptions } from '../start/setting.ts'
import { jsonOption, type Settings, settings } from '../start/settings.ts'

export const startCommand = withOptions(createCommand('start'), { ...settings, ...jsonOption })
  .description('serve the connected accounts, and keep them up to date')
  .action(run)

/** Runs a server until the process gets a signal to stop. */
async function run(settings: Settings): Promise<void> {
  const server = await start(settings)
  const { addresses, adminUrl } = server
  const url = addresses?.url
  const text =
    url === undefined
      ? ['photofeed refreshes accounts and sends mail']
      : [
          `photofeed serves on ${url}`,
          `Owners sign in at ${url}/accounts`,
          `The API reference is at ${url}/docs/rest-api`,
        ]
  if (adminUrl !== null) text.push(`Health and metrics are on ${adminUrl}`)
  await runService(server, {
    asJson: settings.json,
    json: { ...(url !== undefined && { url }), ...(adminUrl !== null && { adminUrl }) },
    text: text.join('\n'),
  })
  exitSoon()
}

const lastMs = 1000

/** Ends a process that has closed everything, although a response to it never ends. */
function exitSoon(): void {
  setTimeout(() => process.exit(), lastMs).unref()
}

/** Loaded only here: other commands start faster without it. */
async function start(settings: Settings) {
  const [{ startServer }, { createLog }] = await Promise.all([
    import('../start/start-server.ts'),
    import('../log.ts'),
  ])
  const { logLevel: level, role } = settings
  return startServer(settings, createLog({ level, role }))
}
