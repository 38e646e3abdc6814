import type { ChosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { curlCommand, sdkCode } from './request-code.ts'
import { masked } from './response-body.ts'
import { type RestRequest, requestUrl } from './rest-request.ts'

/** Shows the request as URL, curl command and SDK code. Calls `onReveal` when the key is shown or hidden. */
export function createRequestView(
  baseUrl: string,
  account: ChosenAccount,
  read: () => RestRequest,
  onReveal: () => void,
) {
  const forms = [
    { id: 'url', text: () => requestUrl(baseUrl, read(), account.apiKey) },
    { id: 'curl', text: () => curlCommand(baseUrl, read(), account.apiKey) },
    { id: 'sdk', text: () => sdkCode(baseUrl, read()) },
  ]
  const reveal = part('button', 'reveal')
  const isRevealed = () => reveal.ariaPressed === 'true'
  /** Masks the key until it is revealed. */
  const shown = (text: string) => (isRevealed() ? text : masked(text, account.allKeys))

  /** Shows the request of the form. */
  function show() {
    for (const { id, text } of forms) part('code', id).textContent = shown(text())
  }
  for (const { id, text } of forms) prepareCopy(`copy-${id}`, text)
  reveal.addEventListener('click', () => {
    reveal.ariaPressed = String(!isRevealed())
    show()
    onReveal()
  })
  return { show, shown }
}

/** Makes a button copy the current `text`, which contains the key. */
function prepareCopy(id: string, text: () => string): void {
  const note = part('p', 'copied')
  part('button', id).addEventListener('click', () =>
    write(text()).then(
      () => {
        note.textContent = 'Copied.'
      },
      () => {
        note.textContent = 'The browser blocked the copy. Show the key and select the text.'
      },
    ),
  )
}

/** Rejects without https, where `navigator.clipboard` is undefined. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
