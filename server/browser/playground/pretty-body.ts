import { indentedXml } from './indented-xml.ts'

/** A body made readable. What cannot be read as its media type says stays as it came. */
export function prettyBody(text: string, mediaType: string): string {
  const format = formats.find(({ pattern }) => pattern.test(mediaType))
  return format ? format.indent(text) : text
}

const formats = [
  { pattern: /[/+]json\b/, indent: indentedJson },
  { pattern: /[/+]xml\b/, indent: indentedXml },
]

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
