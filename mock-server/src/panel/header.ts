import { button, element, logo } from './dom.ts'
import { shortcut } from './keyboard.ts'
import type { Panel } from './mock-client.ts'
import type { PanelPosition } from './options.ts'

interface HeaderParts {
  onMove(): void
  onClose(): void
  /** Called with the address of the selected mock. */
  onSelect(address: string): void
}

/** Creates the title of the panel with its status and buttons. */
export function createHeader(
  panel: Panel,
  isPage: boolean,
  { onMove, onClose, onSelect }: HeaderParts,
) {
  const title = element(isPage ? 'h1' : 'h2', { className: 'brand' }, logo(), 'photofeed ')
  title.append(element('span', {}, 'mock'))
  const status = element('p', { className: 'mock-status' })
  const mocks = element('select', { ariaLabel: 'Mock', hidden: true })
  mocks.addEventListener('change', () => onSelect(mocks.value))
  const node = element('div', { className: 'top' }, title, status, mocks)
  const move = button('⇄', { className: 'icon', onClick: onMove })
  if (isPage) {
    const { origin } = location
    const copy = button('Copy', {
      name: 'Copy the address of the mock',
      onClick: () => panel.copy('the address of the mock', origin),
    })
    node.append(element('p', { className: 'copyable' }, element('code', {}, origin), copy))
  } else {
    const close = button('✕', { className: 'icon', onClick: onClose })
    close.ariaLabel = 'Close the panel'
    close.title = 'Close (Esc)'
    node.append(move, close)
  }
  return {
    node,
    showStatus(text: string, isLost = false) {
      status.textContent = text
      status.className = isLost ? 'mock-status lost' : 'mock-status'
    },
    /** Offers the mocks of these addresses, if there are several. */
    showMocks(addresses: readonly string[], selected: string | undefined) {
      mocks.replaceChildren(
        ...addresses.map((value) =>
          element('option', { value }, value.replace(/^https?:\/\//, '')),
        ),
      )
      if (selected !== undefined) mocks.value = selected
      mocks.hidden = addresses.length < 2
    },
    showPosition(position: PanelPosition) {
      move.ariaLabel = `Move the panel to the ${position.endsWith('right') ? 'left' : 'right'}`
      move.title = move.ariaLabel
    },
  }
}

/** Creates the button that opens the panel. It shows the override and whether there are warnings. */
export function createLauncher(onClick: () => void) {
  const text = element('span', {})
  const node = button('', { className: 'launcher', onClick })
  node.title = `Mock panel (${shortcut})`
  node.setAttribute('aria-keyshortcuts', shortcut)
  node.append(logo(), text)
  return {
    node,
    show(override: string | null, warnings: number) {
      text.textContent = override ?? ''
      node.ariaLabel = [
        'Open the mock panel',
        ...(override === null ? [] : [`every request reads ${override}`]),
        ...(warnings === 0
          ? []
          : [formatCount(warnings, 'request with warnings', 'requests with warnings')]),
      ].join(', ')
      node.classList.toggle('warned', warnings > 0)
    },
  }
}

export function formatCount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
