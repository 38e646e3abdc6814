import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import type { EmulatorEnv } from './delivery.ts'
import { deliver } from './delivery.ts'
import type { PlatformState } from './platform-state.ts'

/** The media host: files whose URLs expire. Like the platform's, it allows no other page to read them. */
export function mediaHost(state: PlatformState): Hono<EmulatorEnv> {
  const { urls, faults, pictures, pictureWidth } = state

  return new Hono<EmulatorEnv>().get('/v/*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const file = urls.read(pathname.replace(/^\/cdn/, ''), search.slice(1))
    if (typeof file === 'string') return context.text(file, 403)
    const fault = faults.take(file.userId, 'file')
    if (fault) return deliver(context, fault, state, () => null)
    const [stem, extension] = file.name.split('.')
    const bytes = await readFile(
      new URL(extension === 'mp4' ? file.name : `${stem}/${pictureWidth}.jpg`, pictures),
    )
    return context.body(Uint8Array.from(bytes), 200, {
      'Content-Type': extension === 'mp4' ? 'video/mp4' : 'image/jpeg',
      'Cache-Control': 'max-age=1209600, no-transform',
    })
  })
}
