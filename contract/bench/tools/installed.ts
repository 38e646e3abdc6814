import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function versionOf(folder: string, name: string): Promise<string> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return JSON.parse(text).version
}
