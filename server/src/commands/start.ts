import { createCommand } from '@commander-js/extra-typings'
import { runService } from '@photofeed/core/node'
import { assets } from '../assets.ts'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { createLog } from '../log.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { createResizer } from '../media/resizer.ts'
import { startService } from '../service.ts'

export const startCommand = createCommand('start')
  .description('serve the imported accounts')
  .addOption(options.host)
  .addOption(options.port)
  .addOption(options.data)
  .addOption(options.secret)
  .addOption(options.baseUrl)
  .addOption(options.cdnUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.site)
  .addOption(options.json)
  .action(async (config) => {
    await using data = await openDataFolder(config.data, config.secret)
    const log = createLog()
    const service = await startService(config, {
      store: data.database.store,
      media: createMediaHandler(data.media, createResizer(data.media)),
      assets,
      onError: (error) => log.error(error),
    })
    await runService(service, {
      asJson: config.json,
      json: { url: service.url },
      text: `photofeed serves on ${service.url}\nThe API reference is at ${service.url}/docs/rest-api`,
    })
  })
