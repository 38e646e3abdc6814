import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const compressible = new Set(['.js', '.css'])
const smallestBytes = 1024

/** Writes compressed copies beside the scripts and styles of a folder, which `http/static-files.ts` sends. */
export async function compressFiles(folder: URL): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!compressible.has(extname(name))) continue
    const path = join(fileURLToPath(folder), name)
    const content = await readFile(path)
    if (content.length < smallestBytes) continue
    await writeFile(`${path}.br`, brotliCompressSync(content))
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
