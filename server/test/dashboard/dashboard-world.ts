import { onTestFinished } from 'vitest'
import { type DashboardChanges, type RunningDashboard, runDashboard } from './running-dashboard.ts'

export type DashboardWorld = RunningDashboard

/** A running dashboard that ends with the test. */
export async function dashboardWorld(changes?: DashboardChanges): Promise<DashboardWorld> {
  const world = await runDashboard(changes)
  onTestFinished(() => world.close())
  return world
}
