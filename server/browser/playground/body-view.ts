import { part } from '../element.ts'

/** More would make the page slow for what nobody reads. */
const cap = 60_000

/** Shows a body; a long one is cut at a line's end until the rest is asked for. */
export function createBodyView(): (body: string) => void {
  const code = part('code', 'body')
  const more = part('button', 'whole-body')
  let whole = ''
  more.addEventListener('click', () => {
    code.textContent = whole
    more.hidden = true
  })
  return (body) => {
    whole = body
    const isLong = body.length > cap
    code.textContent = isLong ? `${body.slice(0, body.lastIndexOf('\n', cap))}\n…` : body
    more.hidden = !isLong
    more.textContent = `Show the whole body (${body.length.toLocaleString('en-GB')} characters)`
  }
}
