// What changesets say, compared with the change: they are written first and read last.

/** What a changeset is compared with. */
export interface Facts {
  /** The difference to the base, without changesets. */
  diff: string
  /** The rows of `docs/settings.md`. */
  help: string
  /** The fields of each schema of openapi.yaml. */
  fields: readonly Readonly<Record<string, { maxLength?: number; maxItems?: number }>>[]
  /** Whether a source has a text. */
  hasText(text: string): boolean
}

const limits =
  /\b(?:at most|up to|from|to|default) (\d+)\b|\b(\d+)(?= (?:at most|by default|px\b|%|[a-z]+s\b))/g
const ofFlags = [/`(--[\w-]+)`[^.]*?\b(\d+ to \d+)\b/g, /`(--[\w-]+)`[^.]*?\b(\d+ by default)\b/g]
const ofFields = /`(\w+)`[^.]*?\bat most ([\d,]+) (?:characters|items)\b/g

/** Returns what is wrong in the text of a changeset, each as the end of a sentence that begins with its path. */
export function mistakesIn(text: string, { diff, help, fields, hasText }: Facts): string[] {
  // A limit of an earlier plan stays longer in a sentence than in code.
  const numbers = [...text.matchAll(limits)]
    .map(([, after, before]) => after ?? before)
    .filter((number) => !new RegExp(`(?<!\\d)${number}(?!\\d)`).test(diff))
    .map((number) => `says ${number}, which is neither in the change nor beside it.`)
  const flags = ofFlags
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, flag, said = '']) => {
      const row = help.split('\n').find((line) => line.includes(`\`${flag} `))
      return row?.includes(said.replace(/(\d+) by default/, 'Default: `$1`')) === false
    })
    .map(([, flag, said]) => `says ${said}, but the help of ${flag} does not.`)
  const wrongFields = [...text.matchAll(ofFields)]
    .filter(([, field = '', most = '']) => {
      const named = fields.flatMap((schema) => schema[field] ?? [])
      const number = Number(most.replaceAll(',', ''))
      return (
        named.length > 0 &&
        !named.some(({ maxLength, maxItems }) => [maxLength, maxItems].includes(number))
      )
    })
    .map(([, field, most]) => `says ${most} of ${field}, but openapi.yaml does not.`)
  // What is gone from a page is in the difference.
  const quotes = [...text.matchAll(/"([A-Z][^"\n]+)"/g)]
    .filter(([, quoted = '']) => !diff.includes(quoted) && !hasText(quoted))
    .map(([quoted]) => `quotes ${quoted}, which no file has.`)
  return [...numbers, ...flags, ...wrongFields, ...quotes]
}
