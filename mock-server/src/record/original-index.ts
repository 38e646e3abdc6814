import type { StoredFile } from '@photofeed/core'
import type { RecordingFolder } from './recording-folder.ts'

const indexFile = 'originals.jsonl'

/** Which files of the folder hold the originals, by the URL that the feed gave, with the key hidden. */
export interface OriginalIndex {
  files: Map<string, StoredFile>
  add(url: string, file: StoredFile): Promise<void>
}

/** Reads the index back; files that are no longer there in full are left out. */
export async function openOriginalIndex(folder: RecordingFolder): Promise<OriginalIndex> {
  const files = new Map<string, StoredFile>()
  const lines = ((await folder.readText(indexFile)) ?? '').split('\n')
  for (const entry of lines.map(readLine)) {
    if (entry && (await folder.sizeOf(originalName(entry.file))) === entry.file.bytes) {
      files.set(entry.url, entry.file)
    }
  }
  return {
    files,
    async add(url, file) {
      files.set(url, file)
      // The line before may be broken off; then this one begins anew.
      await folder.addLine(indexFile, `\n${JSON.stringify({ url, file })}`)
    },
  }
}

/** Where an original is in the folder. */
export function originalName({ id, extension }: StoredFile): string {
  return `media/${id}.${extension}`
}

function readLine(line: string): { url: string; file: StoredFile } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
