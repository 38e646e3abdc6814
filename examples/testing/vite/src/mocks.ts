import { createMock } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'

export const mock = createMock({ baseUrl: 'https://photofeed.test' })

export const startMocks = () => startMockWorker(mock, { panel: true })
