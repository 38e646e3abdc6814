// Well-known mistakes, by what they leave in a response: the hint says what probably made it.
import { lengthAdvice } from '../http/client.ts'
import { isObject, valueAt } from '../http/json.ts'
import type { Finding } from './finding.ts'

interface Signature {
  hint: string
  /** Whether a difference looks like it. */
  fits(finding: Finding): boolean
}

const zeroTime = /"(0001-01-01|1970-01-01|1601-01-01|1899-12-30|1900-01-01|2001-01-01)/
const exponent = /\b\d(\.\d+)?e\+\d+/i

/** A field that is missing, while its name is there in another spelling. */
function otherSpelling(finding: Finding): string | undefined {
  if (finding.got !== 'nothing') return undefined
  const bare = (name: string) => name.replace(/[_-]/g, '').toLowerCase()
  const [, parent = '', name = ''] = /^(?:(.*)\.)?(.*)$/s.exec(finding.at) ?? []
  const holder = valueAt(finding.exchange.json, parent)
  return isObject(holder)
    ? Object.keys(holder).find((other) => bare(other) === bare(name))
    : undefined
}

/** Two long numbers that begin alike: what is left of an id after a floating-point number. */
function isRounded({ expected, got }: Finding): boolean {
  const [one, other] = [expected, got].map((text) => /^"?(\d{16,})"?$/.exec(text)?.[1])
  return (
    one !== undefined &&
    other !== undefined &&
    one !== other &&
    one.slice(0, 14) === other.slice(0, 14) &&
    /0$/.test(`${one}${other}`)
  )
}

const isOffset = ({ at }: Finding) => /timestamp|lastFetchAt|Last-Fetched/i.test(at)
const entities = (text: string) => text.match(/&(amp|lt|gt|quot|#\d+);/g)?.length ?? 0

// biome-ignore format: a row for each mistake
const signatures: readonly Signature[] = [
  { hint: 'It looks like a zero value: a time that was never set. Send null, or the word Never in the header.',
    fits: ({ got }) => zeroTime.test(got) },
  { hint: 'The id went through a floating-point number, which has 53 bits. Keep ids as text from the platform to the response.',
    fits: (finding) => exponent.test(finding.got) || exponent.test(finding.expected) || isRounded(finding) },
  { hint: 'The router of the service redirects to a path that it has cleaned. Switch that off: in Go http.ServeMux and gin (RedirectTrailingSlash), Django (APPEND_SLASH), Symfony and Rails do so.',
    fits: ({ at, exchange: { status, headers } }) => at === 'status' && status > 300 && status < 309 && headers.has('location') },
  { hint: 'An empty text is not null: some languages have no null for texts, and write their zero value.',
    fits: ({ expected, got }) => got === '""' && /null|a cursor|absolute URL/.test(expected) },
  { hint: 'It is the text of a missing value of the language. JSON has null for it, and a number in XML 0.',
    fits: ({ got }) => /^"(None|null|nil|<nil>|undefined|NaN|NULL)"$/.test(got) },
  { hint: 'It is a number in a text, as drivers of databases return them. Convert it.',
    fits: ({ expected, got }) => /^an integer/.test(expected) && /^"-?\d+"$/.test(got) },
  { hint: 'It is a number. An id, and the status of an error, is a text.',
    fits: ({ expected, got }) => /a string|^"\d+"$/.test(expected) && /^\d+$/.test(got) },
  { hint: 'The list is an object. In PHP an array whose keys have gaps is one: number it again with array_values. With JSON_FORCE_OBJECT every array is one.',
    fits: ({ expected, got }) => /^a list/.test(expected) && /^\{("\d+":|\})/.test(got) },
  { hint: 'The object is an empty list: in PHP, an empty array is one. Cast it to an object, or leave the field out.',
    fits: ({ at, expected, got }) => /^(an object|nothing)/.test(expected) && got === '[]' && !/children$|comments$/.test(at) },
  { hint: 'The text is UTF-8 that was read as Latin-1, or was encoded twice.',
    fits: ({ got }) => /Ã[\u0080-\u00bf]|â€/.test(got) },
  { hint: 'Signs were escaped for HTML. JSON needs none of these entities.',
    fits: ({ expected, got }) => entities(got) > entities(expected) },
  { hint: 'Signs were escaped for HTML in /api/v1/me, with which it is compared. JSON needs none of these entities.',
    fits: ({ expected, got }) => entities(expected) > entities(got) },
  { hint: `The JSON ends too early: ${lengthAdvice}.`,
    fits: ({ at, exchange: { text, json } }) => at === 'body' && json === undefined && /^[{[]/.test(text) && !/[}\]]\s*$/.test(text) },
  { hint: 'The body is read before the key is checked: without a valid key the response is 401, whatever the body is.',
    fits: ({ expected, got, exchange: { spec } }) => expected === '401' && /^(400|413|415|422|5)/.test(got) && spec.body !== undefined },
  { hint: 'It is a page of HTML: probably the error page of the framework. Its own handlers for 404, 405 and failures must be replaced.',
    fits: ({ at, exchange: { text, status } }) => status >= 400 && /^(errors|body|header Content-Type|status)/.test(at) && /^\s*<(!doctype|html|h1|head)/i.test(text) },
  { hint: 'The offset is written without a colon. In posts and headers it is +00:00; only comments have +0000.',
    fits: (finding) => isOffset(finding) && !/comments/.test(finding.at) && /[+-]\d{4}"?$/.test(finding.got) },
  { hint: 'The offset of UTC is written +00:00, not Z.',
    fits: (finding) => isOffset(finding) && /\dZ"?$/.test(finding.got) },
  { hint: 'PHP writes _ for a dot or a blank in the name of a parameter. Read the names from QUERY_STRING.',
    fits: ({ expected, got, exchange: { request } }) => expected === '401' && got === '200' && /[?&]api(\.|%20|\+)key=/.test(request.url) },
  { hint: 'It is a 406, although the Accept header must change nothing. Switch off what chooses a media type by it.',
    fits: ({ exchange: { status } }) => status === 406 },
  { hint: 'This response is an error. What adds the header must also run for errors, those of the framework included.',
    fits: ({ at, got, exchange: { status } }) => /^header Access-Control-Allow-Origin/.test(at) && got === 'null' && status >= 400 },
  { hint: 'A text was cut in the middle of a character, or comes in another encoding. Cut texts by characters, not by bytes.',
    fits: ({ got }) => /^other bytes|not UTF-8 after/.test(got) },
  { hint: 'UTC is no zone of RFC 822: write GMT or +0000. In Go that is time.RFC1123Z, not time.RFC1123.',
    fits: ({ at, got }) => /pubDate|lastBuildDate/.test(at) && /UTC"?$/.test(got) },
]

/** What probably made a difference; null if it looks like nothing that is known. */
export function signatureOf(finding: Finding): string | null {
  const other = otherSpelling(finding)
  if (other !== undefined)
    return `There is a field ${other.slice(0, 40)}: the contract writes ${finding.at.split('.').at(-1)}.`
  return signatures.find(({ fits }) => fits(finding))?.hint ?? null
}
