import { createMswMock } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'

export const mock = createMswMock({ baseUrl: 'https://photofeed.test' })

export const startMocks = () => startMockWorker(mock)
