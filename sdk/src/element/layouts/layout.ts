import { styles as grid } from './grid.ts'
import { styles as tiles } from './tiles.ts'
import type { FeedLayout, LayoutModule } from './types.ts'

/** The layouts that most sites have are built in; the others are loaded on demand. */
const modules: Readonly<Record<FeedLayout, LayoutModule | (() => Promise<LayoutModule>)>> = {
  grid: { styles: grid },
  tiles: { styles: tiles },
  masonry: () => import('./masonry.ts'),
  carousel: () => import('./carousel.ts'),
  list: () => import('./list.ts'),
}

export const builtInLayout: LayoutModule = { styles: grid }

/** Returns a layout; the grid when the file of another cannot be loaded. */
export async function loadLayout(name: FeedLayout): Promise<LayoutModule> {
  const layout = modules[name]
  if (typeof layout !== 'function') return layout
  return layout().catch((error: unknown) => {
    console.error(`<photo-feed>: the layout ${name} could not be loaded. ${error}`)
    return builtInLayout
  })
}
