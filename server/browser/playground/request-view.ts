import type { ChosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { copyButton } from './copy-button.ts'
import { curlCommand } from './curl.ts'
import { masked } from './masked.ts'
import { type RestRequest, requestUrl } from './rest-request.ts'
import { sdkCode } from './sdk-code.ts'

export interface RequestView {
  /** Shows what is in the form now. */
  show(): void
  /** A text as it may be shown: without the key, until that is revealed. */
  shown(text: string): string
}

/** The request in the forms in which it can be taken away. `onReveal` is told when the key is shown or hidden. */
export function createRequestView(
  baseUrl: string,
  account: ChosenAccount,
  read: () => RestRequest,
  onReveal: () => void,
): RequestView {
  const forms = [
    { id: 'url', name: 'the URL', text: () => requestUrl(baseUrl, read(), account.apiKey) },
    { id: 'curl', name: 'the command', text: () => curlCommand(baseUrl, read(), account.apiKey) },
    { id: 'sdk', name: 'the SDK code', text: () => sdkCode(baseUrl, read()) },
  ]
  const reveal = part('button', 'reveal')
  const isRevealed = () => reveal.ariaPressed === 'true'
  const shown = (text: string) => (isRevealed() ? text : masked(text, account.allKeys))

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
