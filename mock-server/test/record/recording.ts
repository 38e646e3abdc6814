import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type RecordEnvironment,
  type RecordOptions,
  type RecordReport,
  recordFeed,
} from '../../src/record/record-feed.ts'
import { liveKey } from './live-feed.ts'

/** A folder that does not exist yet; whatever is made there goes with the test. */
export async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'photofeed-record-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'recording')
}

export interface Recording extends RecordReport {
  /** What was written to standard error. */
  progress: string
}

/** Records with a real fetch. */
export async function record(
  options: Partial<RecordOptions> & Pick<RecordOptions, 'url' | 'out'>,
  changes: Partial<RecordEnvironment> & { isTTY?: boolean } = {},
): Promise<Recording> {
  const written: string[] = []
  const report = await recordFeed(
    { key: liveKey, name: null, posts: 500, ...options },
    {
      fetch: changes.fetch ?? fetch,
      ...(changes.guard && { guard: changes.guard }),
      timeout: changes.timeout ?? 30_000,
      output: { err: (text) => written.push(text), isTTY: changes.isTTY ?? false },
    },
  )
  return { ...report, progress: written.join('') }
}

/** Every file below a folder, by its path from there. */
export async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(folder.length + 1), await readFile(path)] as const
  })
  return new Map(await Promise.all(contents))
}
