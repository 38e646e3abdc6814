import type { EmulatorContext } from './delivery.ts'
import type { Fault } from './faults.ts'

/** The platform's headers about its limits, which come with every answer of the graph host. */
export function setUsage(context: EmulatorContext, userId: string, fault: Fault | null): void {
  const { app = 1, account = 1, minutes = 0 } = fault?.usage ?? {}
  const measures = (share: number) => ({ call_count: share, total_cputime: 0, total_time: 0 })
  const ofAccount = {
    type: 'instagram',
    ...measures(account),
    estimated_time_to_regain_access: minutes,
  }
  context.header('X-App-Usage', JSON.stringify(measures(app)))
  context.header('X-Business-Use-Case-Usage', JSON.stringify({ [userId]: [ofAccount] }))
}
