import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** Saves a picture; its file's name, or null when it cannot be had: one picture less is no reason for no site. */
export async function savePicture(url: string, folder: string, id: string): Promise<string | null> {
  const bytes = await pictureAt(url).catch(() => null)
  if (!bytes) return null
  // The id comes from outside and must not lead out of the folder.
  const name = `${encodeURIComponent(id)}${extname(new URL(url).pathname)}`
  await writeFile(join(folder, name), bytes)
  return name
}

async function pictureAt(url: string): Promise<Uint8Array | null> {
  const answer = await fetch(url)
  return answer.ok ? answer.bytes() : null
}
