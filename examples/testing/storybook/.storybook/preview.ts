import type { Preview } from '@storybook/react-vite'
import { mock, startMocks } from '../src/mocks'

export default {
  async beforeAll() {
    await startMocks()
  },
  // The key of a scope leads each request of the story to its accounts and faults.
  loaders: [
    ({ parameters }) => {
      const own = mock.scope()
      parameters.photofeed?.(own)
      return { apiKey: own.key('premium') }
    },
  ],
} satisfies Preview
