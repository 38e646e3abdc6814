import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import { runService } from '@photofeed/core/node'
import { accountScenarios } from '@photofeed/core/scenarios'
import { assets } from '../assets.ts'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { withServerError } from '../demo/server-error.ts'
import { createLog } from '../log.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { createResizer } from '../media/resizer.ts'
import { startService } from '../service.ts'

export const demoCommand = createCommand('demo')
  .description('serve one account for each state, made anew in a temporary folder')
  .addOption(options.host)
  .addOption(options.port)
  .addOption(options.baseUrl)
  .addOption(options.cdnUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.site)
  .addOption(options.json)
  .action(async (config) => {
    const folder = await mkdtemp(join(tmpdir(), 'photofeed-demo-'))
    try {
      await using data = await openDataFolder(folder, undefined)
      const { createDemo } = await import('../demo/create-demo.ts')
      await createDemo({ ...data, pictures: new URL('demo/', assets), clock: Date.now })
      const log = createLog()
      const onError = (error: unknown) => log.error(error)
      const service = await startService(config, {
        store: withServerError(data.database.store),
        media: createMediaHandler({
          store: data.media,
          resizer: createResizer(data.media),
          onError,
        }),
        assets,
        onError,
        demo: (url) => ({ url, scenarios: accountScenarios }),
      })
      await runService(service, {
        asJson: config.json,
        json: { url: service.url, scenarios: accountScenarios },
        text: welcome(service.url, config.site !== undefined),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

function welcome(url: string, hasSite: boolean): string {
  const width = Math.max(...accountScenarios.map(({ name }) => name.length))
  return [
    `photofeed demo on ${url}`,
    ...(hasSite ? [`  Page           ${url}/`] : []),
    `  API reference  ${url}/docs/rest-api`,
    '',
    ...accountScenarios.map(
      ({ name, apiKey, description }) =>
        `  ${name.padEnd(width)}  ${description}\n  ${' '.repeat(width)}  ${url}/api/v1/me?api_key=${apiKey}`,
    ),
  ].join('\n')
}
