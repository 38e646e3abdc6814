import type { MockControls } from '@photofeed/mock-server'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Feed } from './feed'

export default {
  component: Feed,
  render: (_, { loaded }) => <Feed apiKey={loaded.apiKey} />,
} satisfies Meta<typeof Feed>

type Story = StoryObj

export const Posts: Story = {}

export const BrokenConnection: Story = {
  parameters: { photofeed: (mock: MockControls) => mock.override('invalid-token') },
}

export const Unavailable: Story = {
  parameters: { photofeed: (mock: MockControls) => mock.fault('premium', { status: 503 }) },
}
