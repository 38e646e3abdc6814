import { labels as elementLabels } from '../../element/labels.ts'
import { labels, states } from '../../server/src/labels.ts'

const ofElement = elementLabels.flatMap(({ name, text }) =>
  typeof text === 'string' ? [[`element.${name}`, text] as const] : [],
)

/** Names of buttons, states and messages of the dashboard and of `<photo-feed>`, each with its text. */
export const knownLabels: ReadonlyMap<string, string> = new Map([
  ...Object.entries(labels),
  ...Object.entries(states),
  ...ofElement,
])
