import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import type { plans } from '@photofeed/openapi'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { importFeed } from '../import/import-feed.ts'
import { createMediaSource } from '../import/media-source.ts'
import { readAnswers } from '../import/read-answers.ts'
import { describeReport } from './import-report.ts'

const planNames = ['free', 'premium'] as const satisfies readonly (keyof typeof plans)[]

export const importCommand = createCommand('import')
  .description("store the platform's own answers: an account's profile and pages of its media")
  .addArgument(new Argument('<files...>', 'JSON files; media may lie beside them'))
  .addOption(
    new Option('--username <name>', 'the account that the files belong to').makeOptionMandatory(),
  )
  .addOption(
    new Option('--plan <plan>', "the account's plan").choices(planNames).makeOptionMandatory(),
  )
  .addOption(options.data)
  .addOption(options.secret)
  .addOption(options.json)
  .action(async (files, { username, plan, data: folder, secret, json }) => {
    const answers = await readAnswers(files, username)
    await using data = await openDataFolder(folder, secret)
    const { feeds, keys } = data.database
    const report = await importFeed(
      { ...answers, plan, status: 'ready' },
      {
        feeds,
        media: data.media,
        source: createMediaSource({ fetch }),
        clock: Date.now,
        onProgress: ({ done, total }) => showProgress(done, total),
      },
    )
    const apiKey = (await keys.find(report.accountId)) ?? (await keys.issue(report.accountId))
    if (json) process.stdout.write(`${JSON.stringify({ username, plan, apiKey, ...report })}\n`)
    else process.stdout.write(`${describeReport(username, report)}\nAPI key: ${apiKey}\n`)
  })

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(
    `\rStoring posts and media: ${done} of ${total}${done === total ? '\n' : ''}`,
  )
}
