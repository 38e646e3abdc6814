import type { Preview } from '@storybook/react-vite'
import { mock, startMocks } from '../src/mocks'

export default {
  async beforeAll() {
    await startMocks()
  },
  // Before each story: its scenario, without the faults and transitions of the last story.
  beforeEach({ parameters }) {
    mock.reset()
    mock.override(parameters.photofeed?.scenario ?? null)
  },
} satisfies Preview
