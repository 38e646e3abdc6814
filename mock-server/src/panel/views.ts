import { button, element } from './dom.ts'

export type ViewName = 'scenarios' | 'requests'

/** The lists of the panel. */
export type ViewNodes = Record<ViewName, HTMLElement>

const titles: Record<ViewName, string> = { scenarios: 'Scenarios', requests: 'Requests' }
const names = Object.keys(titles) as ViewName[]

export interface Views {
  node: HTMLElement
  /** The number beside each title. */
  counts: ViewNodes
  /** Shows one of the lists. A wide page shows both. */
  select(name: ViewName): void
}

const createCounts = (): ViewNodes => ({
  scenarios: element('span', { className: 'count' }),
  requests: element('span', { className: 'count' }),
})

/** Both lists beside each other, for a page. A narrow page shows one of them, by a button. */
export function createColumns(contents: ViewNodes, onSelect: (name: ViewName) => void): Views {
  const counts = createCounts()
  const columns = names.map((name) =>
    element(
      'section',
      { className: name, ariaLabel: titles[name] },
      element('h2', {}, titles[name], ' ', counts[name]),
      contents[name],
    ),
  )
  const choices = names.map((name) => ({
    name,
    choice: button(titles[name], { onClick: () => onSelect(name) }),
  }))
  const choose = element(
    'div',
    { className: 'choose', role: 'group', ariaLabel: 'Views' },
    ...choices.map(({ choice }) => choice),
  )
  const node = element('div', { className: 'columns' }, choose, ...columns)
  return {
    node,
    counts,
    select(selected) {
      node.dataset.selected = selected
      for (const { name, choice } of choices) choice.ariaPressed = String(name === selected)
    },
  }
}

/** One list at a time, by tab. */
export function createTabs(contents: ViewNodes, onSelect: (name: ViewName) => void): Views {
  const counts = createCounts()
  const tabs = names.map((name) => {
    const tab = button(`${titles[name]} `, { onClick: () => onSelect(name) })
    tab.append(counts[name])
    Object.assign(tab, { role: 'tab', id: `tab-${name}` })
    tab.setAttribute('aria-controls', name)
    Object.assign(contents[name], { role: 'tabpanel', id: name, tabIndex: 0 })
    contents[name].setAttribute('aria-labelledby', tab.id)
    return { name, tab }
  })
  const list = element(
    'div',
    { className: 'tabs', role: 'tablist', ariaLabel: 'Views' },
    ...tabs.map(({ tab }) => tab),
  )
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const other = tabs.find(({ tab }) => tab.ariaSelected !== 'true')
    if (!other) return
    onSelect(other.name)
    other.tab.focus()
  })
  const shown = names.map((name) => contents[name])
  return {
    node: element(
      'div',
      { className: 'tab-view' },
      list,
      element('div', { className: 'contents' }, ...shown),
    ),
    counts,
    select(selected) {
      for (const { name, tab } of tabs) {
        tab.ariaSelected = String(name === selected)
        tab.tabIndex = name === selected ? 0 : -1
        contents[name].hidden = name !== selected
      }
    },
  }
}
