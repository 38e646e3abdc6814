export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.PHOTOFEED_URL) return
  const { createMock } = await import('@photofeed/mock-server')
  const { mswHandlers } = await import('@photofeed/mock-server/msw')
  const { setupServer } = await import('msw/node')
  const mock = createMock({ baseUrl: 'https://photofeed.test' })
  setupServer(...mswHandlers(mock)).listen({ onUnhandledFrame: 'bypass' })
}
