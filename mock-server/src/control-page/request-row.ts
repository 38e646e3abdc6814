import type { RecordedRequest } from '../request-log.ts'
import { clockTime } from './clock-time.ts'
import { element } from './element.ts'
import type { Row } from './keyed-list.ts'
import { prose } from './prose.ts'

/** The key of a published scenario is as long as a line, and the scenario is named beside it. */
const wholeKey = /\b([0-9a-f]{8})[0-9a-f]{56}\b/g

/** By the hundreds of the status. */
const tones: Record<number, string> = { 2: 'good', 3: 'good', 4: 'caution', 5: 'bad' }

export function createRequestRow(request: RecordedRequest): Row<RecordedRequest> {
  const { at, method, target, scenario, status, milliseconds, fault, warnings } = request
  const tone = status === null ? 'bad' : (tones[Math.floor(status / 100)] ?? '')
  const outcome = element(
    'div',
    { className: 'outcome' },
    element('time', { className: 'quiet', dateTime: new Date(at).toISOString() }, clockTime(at)),
    element('span', {}, method),
    element('span', { className: `status ${tone}` }, status === null ? 'no answer' : `${status}`),
    element('span', { className: 'quiet' }, duration(milliseconds)),
  )
  if (scenario !== null) outcome.append(element('span', { className: 'whose' }, scenario))
  const node = element(
    'li',
    { className: 'request' },
    outcome,
    element(
      'code',
      { className: 'target', title: target },
      target.replace(wholeKey, (_, start) => `${start}…`),
    ),
  )
  if (fault !== null) node.append(element('p', { className: 'caution' }, `fault: ${fault}`))
  if (warnings.length > 0) {
    const texts = warnings.map((warning) => element('li', {}, ...prose(warning)))
    node.append(element('ul', { className: 'warnings', ariaLabel: 'Warnings' }, ...texts))
  }
  return { node }
}

function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
