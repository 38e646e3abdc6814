import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { recordFeed } from '../../src/record/record-feed.ts'
import { liveKey } from './feed-host.ts'

type Options = Parameters<typeof recordFeed>[0]

/** A folder that does not exist yet. */
export async function newFolder(): Promise<string> {
  return join(await tempFolder(), 'recording')
}

export function record({
  url,
  ...options
}: Partial<Omit<Options, 'url'>> & { url: string; out: string }) {
  return recordFeed({ url: new URL(url), key: liveKey, posts: 500, pictures: true, ...options })
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
