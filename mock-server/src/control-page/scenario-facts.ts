import type { ConnectionStatus } from '@photofeed/openapi'
import type { ScenarioState } from '../standalone/control/control-state.ts'
import { element } from './element.ts'

const tones: Record<ConnectionStatus, string> = {
  ready: 'good',
  importing: 'caution',
  refreshing_token: 'caution',
  invalid_token: 'bad',
}

/** A scenario's plan, status and fault, each readable without its colour. */
export function scenarioFacts({ plan, status, fault, transitions }: ScenarioState): HTMLElement[] {
  const facts = [
    element('span', {}, `${plan} plan`),
    element('span', { className: tones[status] }, status),
  ]
  // The status is that of the account's last fetch; only a disconnected account can be connected.
  if (transitions.includes('connect')) {
    facts.push(element('span', { className: 'bad' }, 'disconnected'))
  }
  if (fault !== null) facts.push(element('span', { className: 'caution' }, `fault: ${fault}`))
  return facts
}
