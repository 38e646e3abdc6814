import { z } from 'zod'
import { object, storedFile, webAddress } from '../schemas/value-schemas.ts'

/** The fields that say where a picture or video is. */
export const mediaFields = {
  stored: z.boolean({ error: 'true or false' }).optional(),
  url: webAddress.optional(),
  file: storedFile.optional(),
}

/** A picture beside a post: a poster, or the profile's. */
export const picture = object(mediaFields).check(excludes('url', ['stored', 'file']))

/** Refuses a field beside others that contradict it. */
export function excludes(name: string, others: readonly string[]) {
  return ({ value, issues }: z.core.ParsePayload<object>): void => {
    const given = (field: string) => ![undefined, false].includes(Reflect.get(value, field))
    const other = others.find((field) => Reflect.get(value, field) !== undefined)
    if (!given(name) || other === undefined) return
    issues.push({
      code: 'custom',
      input: value,
      params: { whole: true },
      message: `has both ${name} and ${other}, of which there can be only one`,
    })
  }
}
