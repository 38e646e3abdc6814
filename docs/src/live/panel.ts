import { createMock } from '@photofeed/mock-server'
import { createService, mockUrl } from './service.ts'

/** Shows a feed that reads a mock of its own, and on request the panel of this mock. */
export async function startPanel(root: HTMLElement): Promise<void> {
  const mock = createMock({ baseUrl: mockUrl, warnings: 'off' })
  const service = createService()
  service.ownMock = mock
  await import('@photofeed/element')
  const feed = document.createElement('photo-feed')
  const attributes = { src: service.url, 'api-key': mock.key('premium'), 'page-size': '6' }
  for (const [name, value] of Object.entries(attributes)) feed.setAttribute(name, value)
  feed.toggleAttribute('owner-notice', true)
  const end = () => {
    root.dataset.ran = 'true'
  }
  feed.addEventListener('photo-feed-load', end)
  feed.addEventListener('photo-feed-error', end)
  root.querySelector('.live-preview')?.replaceChildren(feed)

  const [open, reload] = root.querySelectorAll('button')
  for (const button of [open, reload]) if (button) button.disabled = false
  open?.addEventListener('click', async () => {
    const { showPanel } = await import('@photofeed/mock-server/browser')
    await showPanel(mock, { open: true })
  })
  reload?.addEventListener('click', () => feed.reload())
}
