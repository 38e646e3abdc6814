import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import {
  dataOptions,
  downloadOptions,
  jsonOption,
  mediaOptions,
  options,
  withOptions,
} from '../config.ts'
import { print } from './output.ts'

export const startCommand = withOptions(createCommand('start'), options)
  .description('serve the connected accounts, and keep them up to date')
  .action(async (config) => {
    const { runStart } = await import('./run-start.ts')
    await runStart(config)
  })

const importOptions = {
  username: new Option(
    '--username <name>',
    'the account that the files belong to',
  ).makeOptionMandatory(),
  plan: new Option('--plan <plan>', "the account's plan")
    .choices(Object.keys(plans) as PlanName[])
    .makeOptionMandatory(),
  ...{ ...dataOptions, ...mediaOptions, ...downloadOptions, ...jsonOption },
}

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
