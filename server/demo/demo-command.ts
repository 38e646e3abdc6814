import { createCommand } from '@commander-js/extra-typings'
import { jsonOption, siteOptions, withOptions } from '../src/config.ts'

export const demoCommand = withOptions(createCommand('demo'), { ...siteOptions, ...jsonOption })
  .description('serve one account for each state, and an emulated platform to connect others from')
  .action(async (settings) => {
    const { runDemo } = await import('./run-demo.ts')
    await runDemo(settings)
  })
