'use client'
import { type ReactNode, useEffect, useState } from 'react'

/** Shows its children when the mock responds to the requests of the page. */
export function MockWorker({ children }: { children: ReactNode }) {
  const [isReady, setIsReady] = useState(process.env.NODE_ENV !== 'development')
  useEffect(() => {
    if (process.env.NODE_ENV !== 'development') return
    void startMock().then(() => {
      setIsReady(true)
    })
  }, [])
  return isReady ? children : null
}

async function startMock() {
  const { createMock } = await import('@photofeed/mock-server')
  const { startMockWorker } = await import('@photofeed/mock-server/browser')
  await startMockWorker(createMock({ baseUrl: 'https://photofeed.test' }), { panel: true })
}
