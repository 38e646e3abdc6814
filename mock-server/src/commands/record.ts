import { setTimeout as wait } from 'node:timers/promises'
import { createCommand, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { recordLimits } from '../record/record-limits.ts'
import type { RecordParts } from '../record/record-parts.ts'

const defaultPosts = 500

const parts: RecordParts = {
  fetch,
  clock: {
    wait: (milliseconds) => wait(milliseconds),
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  },
  output: {
    err: (text) => process.stderr.write(text),
    isTTY: process.stderr.isTTY === true,
  },
}

export const recordCommand = createCommand('record')
  .description('save a live feed as a scenario; the same command goes on with one that was stopped')
  .addOption(
    new Option('--url <url>', "the service's address, before /api/v1/me").makeOptionMandatory(),
  )
  .addOption(
    new Option(
      '--key <key>',
      "the account's API key (set it in the environment: command lines are visible)",
    )
      .env('PHOTOFEED_KEY')
      .makeOptionMandatory(),
  )
  .addOption(new Option('--out <folder>', 'the folder to record into').makeOptionMandatory())
  .option('--name <name>', 'the name of the scenario; by default the username')
  .addOption(
    new Option('--posts <number>', `how many posts at most, up to ${recordLimits.posts}`)
      .default(defaultPosts)
      .argParser(parsePosts),
  )
  .option('--json', 'print the result as one line of JSON', false)
  .action(async ({ url, key, out, name = null, posts, json }) => {
    const { recordFeed } = await import('../record/record-feed.ts')
    const { recordSummary } = await import('../record/record-summary.ts')
    const report = await recordFeed({ url, key, out, name, posts }, parts)
    process.stdout.write(`${json ? JSON.stringify(report) : recordSummary(report)}\n`)
  })

function parsePosts(text: string): number {
  const posts = Number(text)
  if (/^\d+$/.test(text) && posts >= 1 && posts <= recordLimits.posts) return posts
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${recordLimits.posts}.`)
}
