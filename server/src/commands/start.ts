import { Argument, createCommand } from '@commander-js/extra-typings'
import { importOptions, options, withOptions } from '../config.ts'
import { print } from './output.ts'

export const startCommand = withOptions(createCommand('start'), options)
  .description('serve the connected accounts, and keep them up to date')
  .action(async (config) => {
    const { runStart } = await import('./run-start.ts')
    await runStart(config)
  })

export const importCommand = withOptions(
  createCommand('import').addArgument(
    new Argument('<files...>', 'JSON files; media may lie beside them'),
  ),
  importOptions,
)
  .description("store the platform's responses: an account's profile and pages of its media")
  .action(async (files, settings, command) => {
    const { runImport } = await import('./run-import.ts')
    await runImport(files, settings, (text) => print(command, text))
  })
