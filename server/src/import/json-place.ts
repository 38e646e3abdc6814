const tokenForm =
  /([[\]{},:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** Where a text stops being JSON, since JSON.parse often does not say; counted from 1. */
export function placeOfJsonError(text: string): { line: number; column: number } {
  const lines = text.slice(0, errorOffset(text)).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

type Expected = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'comma' | 'end'

function errorOffset(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let offset = 0
  for (;;) {
    offset += text.slice(offset).search(/[^ \t\r\n]|$/)
    tokenForm.lastIndex = offset
    const token = tokenForm.exec(text)
    if (!token) return offset
    const following = follow(expected, token[1] ?? (token[2] ? 'string' : 'literal'), open)
    if (!following) return offset
    expected = following
    offset = tokenForm.lastIndex
  }
}

/** What may come behind a token; null when the token itself may not come here. */
function follow(expected: Expected, token: string, open: string[]): Expected | null {
  const closes = open.at(-1) === '{' ? '}' : ']'
  switch (expected) {
    case 'colon':
      return token === ':' ? 'value' : null
    case 'key':
    case 'first key':
      if (token === 'string') return 'colon'
      return expected === 'first key' && token === '}' ? close(open) : null
    case 'comma':
      if (token === ',') return closes === '}' ? 'key' : 'value'
      return token === closes ? close(open) : null
    case 'value':
    case 'first item':
      if (token === '{' || token === '[') {
        open.push(token)
        return token === '{' ? 'first key' : 'first item'
      }
      if (token === 'string' || token === 'literal') return behindValue(open)
      return expected === 'first item' && token === ']' ? close(open) : null
    case 'end':
      return null
  }
}

function close(open: string[]): Expected {
  open.pop()
  return behindValue(open)
}

function behindValue(open: string[]): Expected {
  return open.length > 0 ? 'comma' : 'end'
}
