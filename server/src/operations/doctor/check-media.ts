import { within } from '../within.ts'
import { type Check, ok, warning } from './finding.ts'

export const checkMedia: Check = async ({ media }) => {
  if (!media) return [warning('There is no media folder yet. The first start makes it.')]
  await within(10_000, media.check())
  return [ok('The media store answers.')]
}
