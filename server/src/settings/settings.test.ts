import { expect, it } from 'vitest'
import { platformDefaults } from '../platform/platform-parts.ts'
import { databaseDefaults } from '../stores/engine/database-settings.ts'
import { setting } from './setting.ts'
import { duration, unitMs } from './setting-values.ts'
import { completeSettings, dataOptions, settings } from './settings.ts'

it('has durations in milliseconds, and their defaults in the unit of the flag for the help', () => {
  expect(completeSettings({ drain: '7' }).drain).toBe(7000)
  expect(completeSettings().drain).toBe(0)
  const days = setting('--name <days>', duration('days', 1, 9).default(2 * unitMs.days), {
    description: '',
  })
  expect([settings.drain.initial, days.initial]).toEqual([0, 2])
  expect(unitMs).toEqual({ seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 })
})

it('has the defaults of the database and the platform once', () => {
  expect(completeSettings()).toMatchObject({ ...databaseDefaults, ...platformDefaults })
})

it('gives commands that open the data no setting of a server', () => {
  expect(Object.keys(dataOptions)).toEqual(['data', 'database', 'secret', 'previousSecret'])
})

const numbers = Object.entries(settings).filter(([, { schema }]) =>
  schema.safeParse('\0').error?.issues[0]?.message.startsWith('It must be a whole number'),
)

it.each(numbers)(
  '%s takes each number of the range that its help says, and no other',
  (name, { schema, description, flags }) => {
    const said = name.toLowerCase().endsWith('port') ? `0 to 65535, ${description}` : description
    const [, least = '', most = ''] = /\b(\d+) to (\d+)\b/.exec(said) ?? []
    expect(most, 'say its range in its help, like "1 to 1000"').not.toBe('')
    expect(
      [Number(least) - 1, least, most, Number(most) + 1].map(
        (text) => schema.safeParse(`${text}`).success,
      ),
    ).toEqual([false, true, true, false])
    if (least === '0')
      expect(said, 'say what 0 does, like "0 takes a free one"').toMatch(/; 0 (?!to)/)
    const unit = Object.entries(unitMs).find(([, ms]) => schema.parse(most) === Number(most) * ms)
    if (unit) expect(flags).toContain(`<${unit[0]}>`)
  },
)
