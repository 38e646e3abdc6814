import { visit } from 'jsonc-parser'

/** Where a text stops being JSON, since JSON.parse often does not say; counted from 1. */
export function placeOfJsonError(text: string): { line: number; column: number } {
  let place: { line: number; column: number } | undefined
  visit(
    text,
    {
      onError: (_, __, ___, line, column) => {
        place ??= { line: line + 1, column: column + 1 }
      },
    },
    { disallowComments: true },
  )
  return place ?? { line: 1, column: 1 }
}
