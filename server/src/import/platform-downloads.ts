import type { Fetch } from './download.ts'
import type { DownloadSettings } from './download-rules.ts'

/** Downloads what the platform lists. Loaded with the first download: a server that only answers needs none of it. */
export function platformDownloads(settings: DownloadSettings): Fetch {
  let loaded: Promise<Fetch> | undefined
  return async (url, init) => {
    loaded ??= load(settings)
    return (await loaded)(url, init)
  }
}

async function load(settings: DownloadSettings): Promise<Fetch> {
  const { downloadRules, platformRules } = await import('./download-rules.ts')
  const { createGuardedFetch } = await import('./guarded-fetch.ts')
  return createGuardedFetch(downloadRules(platformRules, settings))
}
