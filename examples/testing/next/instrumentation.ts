export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.PHOTOFEED_URL) return
  const { createMswMock } = await import('@photofeed/mock-server')
  const { setupServer } = await import('msw/node')
  const mock = createMswMock({ baseUrl: 'https://photofeed.test' })
  setupServer(...mock.handlers).listen({ onUnhandledFrame: 'bypass' })
}
