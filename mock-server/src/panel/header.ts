import { button, element, logo, shortcut } from './dom.ts'
import type { Panel } from './mock-client.ts'

/** Creates the title of the panel with its status and buttons. */
export function createHeader(
  panel: Panel,
  isPage: boolean,
  { status, move, onClose }: { status: HTMLElement; move: HTMLElement; onClose(): void },
): HTMLElement {
  const title = element(isPage ? 'h1' : 'h2', { className: 'brand' }, logo(), 'photofeed ')
  title.append(element('span', {}, 'mock'))
  const header = element('div', { className: 'top' }, title, status)
  if (isPage) {
    const { origin } = location
    const copy = button('Copy', {
      name: 'Copy the address of the mock',
      onClick: () => panel.copy('the address of the mock', origin),
    })
    header.append(element('p', { className: 'copyable' }, element('code', {}, origin), copy))
    return header
  }
  const close = button('✕', { className: 'icon', onClick: onClose })
  close.ariaLabel = 'Close the panel'
  close.title = 'Close (Esc)'
  header.append(move, close)
  return header
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
