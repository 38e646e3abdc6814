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
    { id: 'url', name: 'the URL', text: () => requestUrl(baseUrl, read(), account.apiKey) },
    { id: 'curl', name: 'the command', text: () => curlCommand(baseUrl, read(), account.apiKey) },
    { id: 'sdk', name: 'the SDK code', text: () => sdkCode(baseUrl, read()) },
  ]
  const reveal = part('button', 'reveal')
  const isRevealed = () => reveal.ariaPressed === 'true'
  /** Masks the key until it is revealed. */
  const shown = (text: string) => (isRevealed() ? text : masked(text, account.allKeys))

  /** Shows the request of the form. */
  function show() {
    for (const { id, text } of forms) part('code', id).textContent = shown(text())
  }
  for (const { id, name, text } of forms) copyButton(`copy-${id}`, name, text)
  reveal.addEventListener('click', () => {
    reveal.ariaPressed = String(!isRevealed())
    show()
    onReveal()
  })
  return { show, shown }
}

/** Makes a button copy the current `text`, which contains the key. `name` completes "Copied …". */
function copyButton(id: string, name: string, text: () => string): void {
  const note = part('p', 'copied')
  part('button', id).addEventListener('click', () =>
    write(text()).then(
      () => {
        note.textContent = `Copied ${name}.`
      },
      () => {
        note.textContent =
          'The browser does not let this page copy. Show the key and select the text by hand.'
      },
    ),
  )
}

/** Rejects without https, where `navigator.clipboard` is undefined. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
