import { type PanelPosition, readPosition } from './options.ts'
import { readStored, store } from './storage.ts'
import type { ViewName } from './views.ts'

/** What the user sees of the panel. */
export interface View {
  isOpen: boolean
  position: PanelPosition
  tab: ViewName
}

const stored = 'photofeed-mock-panel'

/** Returns the last view of this tab, by default `defaults`. */
export function readView(defaults: Partial<View>): View {
  const initial: View = { isOpen: false, position: 'bottom-right', tab: 'scenarios', ...defaults }
  const last = readStored<Partial<View>>(stored)
  const { isOpen, tab } = { ...initial, ...last }
  return { isOpen, tab, position: readPosition(last?.position) ?? initial.position }
}

export function storeView(view: View): void {
  store(stored, view)
}

/** Returns the position on the other side of the page. */
export function otherSide(position: PanelPosition): PanelPosition {
  const [edge, side] = position.split('-')
  return readPosition(`${edge}-${side === 'left' ? 'right' : 'left'}`) ?? position
}
