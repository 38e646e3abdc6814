import { logError } from '../view/on-demand.ts'
import type { PhotoFeedLayout } from '../view/options.ts'
import { styles as grid } from './grid.ts'
import type { LayoutModule } from './types.ts'

export const builtInLayout: LayoutModule = { styles: grid }

/** All but the grid are loaded on demand. */
const modules: Readonly<Record<PhotoFeedLayout, () => Promise<LayoutModule>>> = {
  grid: async () => builtInLayout,
  tiles: () => import('./tiles.ts'),
  masonry: () => import('./masonry.ts'),
  carousel: () => import('./carousel.ts'),
  list: () => import('./list.ts'),
}

/** Returns a layout; the grid when the file of another cannot be loaded. */
export function loadLayout(name: PhotoFeedLayout): Promise<LayoutModule> {
  return modules[name]().catch((error: unknown) => {
    logError(error)
    return builtInLayout
  })
}
