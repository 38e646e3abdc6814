import { createCommand } from '@commander-js/extra-typings'
import { options } from '../src/config.ts'

export const demoCommand = createCommand('demo')
  .description('serve one account for each state, and an emulated platform to connect others from')
  .addOption(options.host)
  .addOption(options.port)
  .addOption(options.baseUrl)
  .addOption(options.cdnUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.site)
  .addOption(options.json)
  .action(async (settings) => {
    const { runDemo } = await import('./run-demo.ts')
    await runDemo(settings)
  })
