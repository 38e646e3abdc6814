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
  .addOption(options.database)
  .addOption(options.secret)
  .addOption(options.media)
  .addOption(options.s3Endpoint)
  .addOption(options.s3Region)
  .addOption(options.s3PathStyle)
  .addOption(options.baseUrl)
  .addOption(options.cdnUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.site)
  .addOption(options.json)
  .action(async (config) => {
    await using data = await openDataFolder(config.data, config.secret, config)
    const log = createLog()
    const onError = (error: unknown) => log.error(error)
    // The feed is served also while the media store is down.
    data.media.check().catch(onError)
    const service = await startService(config, {
      store: data.database.store,
      media: createMediaHandler({ store: data.media, resizer: createResizer(data.media), onError }),
      assets,
      onError,
    })
    await runService(service, {
      asJson: config.json,
      json: { url: service.url },
      text: `photofeed serves on ${service.url}\nThe API reference is at ${service.url}/docs/rest-api`,
    })
  })
