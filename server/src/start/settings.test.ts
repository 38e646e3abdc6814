import { expect, it } from 'vitest'
import { completeSettings, settings } from './settings.ts'

it('has durations in milliseconds, and their defaults in seconds for the help', () => {
  expect(completeSettings({ drain: '7' }).drain).toBe(7000)
  expect(completeSettings().drain).toBe(0)
  expect(settings.drain.initial).toBe(0)
})

const limits = Object.entries(settings).flatMap(([name, { description }]) =>
  [...description.matchAll(/up to (\d+)/g)].map(([, most]) => ({ name, most: Number(most) })),
)

it.each(limits)('accepts as much as the help says, and no more: $name', ({ name, most }) => {
  expect(completeSettings({ [name]: `${most}` })).toMatchObject({ [name]: most })
  expect(() => completeSettings({ [name]: `${most + 1}` })).toThrow()
})

/** The least and the most of each number: ports, half of the connections for each part, work that memory and a stop allow. */
const bounds = {
  port: [0, 65_535],
  adminPort: [0, 65_535],
  databaseConnections: [2, 1000],
  concurrency: [1, 1000],
  drain: [0, 999],
}

/** What a setting becomes; undefined if it is rejected. */
function settingOf(name: string, text: number): unknown {
  try {
    return Object.entries(completeSettings({ [name]: `${text}` })).find(
      ([one]) => one === name,
    )?.[1]
  } catch {
    return undefined
  }
}

it('takes each number from its least to its most', () => {
  const numbers = Object.keys(settings).filter((name) => typeof settingOf(name, 7) === 'number')
  const limited = Object.fromEntries(limits.map(({ name, most }) => [name, [1, most]]))
  const known = Object.keys({ ...limited, ...bounds }).toSorted()
  expect(numbers.toSorted(), 'give a new number its row in `bounds`').toEqual(known)
  for (const [name, [least = 0, most = 0]] of Object.entries(bounds)) {
    const taken = [least - 1, least, most, most + 1].map(
      (text) => settingOf(name, text) !== undefined,
    )
    expect(taken, name).toEqual([false, true, true, false])
  }
})
