import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createCommand } from '@commander-js/extra-typings'
import { runService } from '@photofeed/core/node'
import { examples } from '@photofeed/design/commands'
import type { DestinationStream } from 'pino'
import { withOptions } from '../settings/setting.ts'
import { jsonOption, type Settings, settingGroups, settings } from '../settings/settings.ts'

export const startCommand = withOptions(createCommand('start'), { ...settings, ...jsonOption })
  .description('serve the connected accounts, and keep them up to date')
  .addHelpText(
    'after',
    examples(
      ['Serve on this machine, with data in a folder', 'photofeed-server start --data ./data'],
      ['Serve behind a proxy', 'photofeed-server start --base-url https://feed.example'],
      ['Refresh accounts only', 'photofeed-server start --role worker --admin-port 4480'],
    ),
  )
  .action(run)
for (const option of startCommand.options) {
  const [heading] = Object.entries(settingGroups).find(
    ([, group]) => option.attributeName() in group,
  ) ?? ['Output:']
  option.helpGroup(heading)
}

/** Starts a server that logs to a stream, by default standard error. */
export async function startLogged(settings: Settings, stream?: DestinationStream) {
  // Loaded only here: other commands start faster without them.
  const [{ startServer }, { createLog }] = await Promise.all([
    import('../start/start-server.ts'),
    import('../log.ts'),
  ])
  const { logLevel: level, role } = settings
  return startServer(settings, createLog({ level, role }, stream))
}

/** Runs a server until the process gets a signal to stop. */
async function run(settings: Settings): Promise<void> {
  const server = await startLogged(settings)
  const { adminUrl } = server
  const url = server.addresses?.url
  const text =
    url === undefined
      ? ['photofeed refreshes accounts and sends mail']
      : [
          `photofeed serves on ${url}`,
          `Owners sign in at ${url}/accounts`,
          `The API reference is at ${url}/docs/rest-api`,
        ]
  if (!settings.platformClientId)
    text.push(
      'No account can be connected yet: set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET, of an app on Instagram',
    )
  if (adminUrl !== null) text.push(`Health and metrics are on ${adminUrl}`)
  const json = { ...(url !== undefined && { url }), ...(adminUrl !== null && { adminUrl }) }
  const longestStop = settings.drain + 30_000
  async function close() {
    await notifySystemd('STOPPING=1', `EXTEND_TIMEOUT_USEC=${longestStop * 1000}`)
    await server.close()
  }
  const running = runService({ close }, { asJson: settings.json, json, text: text.join('\n') })
  // Only now a signal stops it in order.
  await notifySystemd('READY=1')
  await running
  // Ends a process that has closed everything, although a response to it never ends.
  setTimeout(() => process.exit(), lastMs).unref()
}

/** Sends states to systemd by its own program: Node has no datagrams of Unix. Without them systemd ends the process in time. */
async function notifySystemd(...states: string[]): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return
  await promisify(execFile)('systemd-notify', states).catch((error: Error) => {
    process.stderr.write(`systemd was not notified: ${error.message}\n`)
  })
}

const lastMs = 1000
