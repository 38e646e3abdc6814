import { provideHttpClient } from '@angular/common/http'
import { TestBed } from '@angular/core/testing'
import { createMock } from '@photofeed/mock-server'
import { mswHandlers } from '@photofeed/mock-server/msw'
import { setupServer } from 'msw/node'
import { Profile } from './profile'

const mock = createMock({ baseUrl: 'https://photofeed.test' })
const server = setupServer(...mswHandlers(mock))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => TestBed.configureTestingModule({ providers: [provideHttpClient()] }))
afterEach(() => {
  mock.verify()
  mock.reset()
})
afterAll(() => server.close())

async function render() {
  const fixture = TestBed.createComponent(Profile)
  fixture.componentRef.setInput('apiKey', mock.key('premium'))
  await fixture.whenStable()
  return fixture.nativeElement.textContent
}

it('shows the account', async () => {
  expect(await render()).toContain('harbour.and.hearth')
})

it('says that the feed is unavailable', async () => {
  mock.fault('premium', { status: 503 })
  expect(await render()).toContain('The feed is unavailable.')
})
