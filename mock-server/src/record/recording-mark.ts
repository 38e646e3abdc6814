import { UserError } from '@photofeed/core/node'
import type { RecordingFolder } from './recording-folder.ts'

/** What a folder is a recording of; one folder holds one. */
export interface RecordingMark {
  /** The service's address. */
  url: string
  username: string
  /** The recorded scenario's name. */
  scenario: string
  /** At most this many posts. */
  posts: number
}

const markFile = 'recording.json'

/**
 * Takes a folder for a recording: an empty one is marked, and one that is marked the same is gone on with.
 *
 * @throws {UserError} when the folder holds anything else.
 */
export async function claimFolder(
  folder: RecordingFolder,
  mark: RecordingMark,
  path: string,
): Promise<void> {
  const text = await folder.readText(markFile)
  if (text === null) {
    const [other] = await folder.list()
    if (other !== undefined) {
      throw new UserError(
        `The folder ${path} holds other files, such as ${other}. Choose an empty one with --out.`,
      )
    }
    return folder.writeText(markFile, `${JSON.stringify(mark, null, 2)}\n`)
  }
  const before = readMark(text)
  const fields = Object.keys(mark) as (keyof RecordingMark)[]
  const differing = fields.find((field) => before?.[field] !== mark[field])
  if (differing === undefined) return
  throw new UserError(
    before
      ? `The folder ${path} holds a recording with another ${differing}: ${before[differing]}, not ${mark[differing]}. Choose another folder with --out.`
      : `The folder ${path} holds a ${markFile} that is no recording's. Choose another folder with --out.`,
  )
}

function readMark(text: string): RecordingMark | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
