import { createCommand } from '@commander-js/extra-typings'
import { runService } from '@photofeed/core/node'
import { controlPrefix } from '../standalone/control.ts'
import { startMockServer } from '../standalone/mock-server.ts'
import { scenarioTable } from './scenario-table.ts'
import { serveOptions } from './serve-options.ts'

/** What `photofeed-mock` does when no other command is named. */
export const serveCommand = createCommand('photofeed-mock')
  .description(
    'Serves every state, header and error of a photofeed service on a port of this machine.',
  )
  .addOption(serveOptions.port)
  .addOption(serveOptions.host)
  .addOption(serveOptions.baseUrl)
  .addOption(serveOptions.fault)
  .addOption(serveOptions.remoteControl)
  .addOption(serveOptions.data)
  .addOption(serveOptions.latency)
  .addOption(serveOptions.warnings)
  .addOption(serveOptions.open)
  .addOption(serveOptions.json)
  .action(async ({ data, fault, open, json, baseUrl, ...options }) => {
    const own = data === undefined ? {} : await loadOwn(data)
    const server = await startMockServer({
      ...options,
      ...own,
      ...(baseUrl !== undefined && { baseUrl }),
      print: printWarning,
    })
    try {
      for (const [scenario, settings] of fault) server.fault(scenario, settings)
    } catch (error) {
      // A server that is left listening would keep the process alive.
      await server.close()
      throw error
    }
    const { url, scenarios } = server
    if (open) await openPage(`${url}${controlPrefix}`)
    await runService(server, {
      asJson: json,
      json: { url, scenarios },
      text: scenarioTable(url, scenarios),
    })
  })

/** Loaded on demand: most mocks serve the scenarios alone, and start sooner. */
async function loadOwn(path: string) {
  const { loadData } = await import('../data/index.ts')
  return loadData(path)
}

async function openPage(url: string): Promise<void> {
  const { default: open } = await import('open')
  const child = await open(url)
  child.on('error', () => {
    process.stderr.write(`No browser could be started. The control page is at ${url}\n`)
  })
}

/** Standard output belongs to the line of `--json`. */
function printWarning(text: string): void {
  process.stderr.write(`${text}\n`)
}
