import cluster from 'node:cluster'
import { createCommand } from '@commander-js/extra-typings'
import { runService, stopSignal } from '@photofeed/core/node'
import { options, type Settings, withOptions } from '../config.ts'
import { processName, reportToParent } from '../processes.ts'

export const startCommand = withOptions(createCommand('start'), options)
  .description('serve the connected accounts, and keep them up to date')
  .action((settings) =>
    // Its channel to the parent would keep a process running, also after an error.
    cluster.isWorker ? runChild(settings).finally(() => process.disconnect?.()) : run(settings),
  )

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

/** Runs as one of several processes of a server. The parent announces the server. */
async function runChild(settings: Settings): Promise<void> {
  const { addresses, metrics, close } = await start(settings)
  const signal = stopSignal()
  reportToParent(addresses, metrics.ofProcess)
  await signal
  await close()
  exitSoon()
}

const lastMs = 1000

/** Ends a process that has closed everything, although a response of others, such as of a collector of traces, never ends. */
function exitSoon(): void {
  setTimeout(() => process.exit(), lastMs).unref()
}

/** Loaded only here: other commands start faster without it. */
async function start(settings: Settings) {
  const [{ startServer }, { createLog }] = await Promise.all([
    import('../app.ts'),
    import('../log.ts'),
  ])
  const { logLevel: level, logFormat: format, role } = settings
  return startServer(settings, createLog({ level, format, role, process: processName() }))
}
