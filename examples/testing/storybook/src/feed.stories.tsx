import type { Meta, StoryObj } from '@storybook/react-vite'
import { Feed } from './feed'
import { mock } from './mocks'

export default { component: Feed, args: { apiKey: mock.key('premium') } } satisfies Meta<
  typeof Feed
>

type Story = StoryObj<typeof Feed>

export const Posts: Story = {}

export const BrokenConnection: Story = {
  parameters: { photofeed: { scenario: 'invalid-token' } },
}

export const Unavailable: Story = {
  beforeEach() {
    mock.fault('premium', { status: 503 })
  },
}
