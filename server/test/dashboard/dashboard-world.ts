import { onTestFinished } from 'vitest'
import { type DashboardChanges, runDashboard } from './running-dashboard.ts'

export type DashboardWorld = Awaited<ReturnType<typeof runDashboard>>

/** A running dashboard that ends with the test. */
export async function dashboardWorld(changes?: DashboardChanges): Promise<DashboardWorld> {
  const world = await runDashboard(changes)
  onTestFinished(() => world.close())
  return world
}
