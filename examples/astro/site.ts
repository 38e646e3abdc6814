import { isPhotofeedError } from '@photofeed/sdk'
import { build, preview } from 'astro'

process.env.ASTRO_TELEMETRY_DISABLED = '1'
const root = import.meta.dirname

/** Builds the site from the feed of PHOTOFEED_URL and PHOTOFEED_KEY; false when that fails. */
export async function buildSite(outDir = './dist'): Promise<boolean> {
  try {
    await build({ root, outDir, logLevel: 'error' })
    return true
  } catch (error) {
    // Neither message nor hint holds the key.
    console.error(isPhotofeedError(error) ? `${error.message}\n${error.hint}` : error)
    return false
  }
}

/** Serves dist/; its address. */
export async function serveSite(): Promise<string> {
  const { urls } = await preview({ root, logLevel: 'error' })
  return urls?.local[0] ?? ''
}
