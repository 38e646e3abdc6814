import { chosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { markFields, showFields } from './fields.ts'
import { readForm, writeForm, writeParameter } from './form.ts'
import { readFragment, writeFragment } from './fragment.ts'
import { createPager } from './pager.ts'
import { planFacts } from './plan-facts.ts'
import { createRequestView } from './request-view.ts'
import { createResponseView, exchange, type ShownResponse } from './response-view.ts'
import { requestUrl } from './rest-request.ts'
import './playground.css'

const form = part('form', 'request')
const account = chosenAccount(part('select', 'account'))
const playground = part('div', 'playground')
const baseUrl = playground.dataset.baseUrl ?? location.origin
let response: ShownResponse | null = null
let sending = new AbortController()
/** The endpoint and the key of the last request. */
let sent = ''

const requestView = createRequestView(
  baseUrl,
  account,
  () => readForm(form),
  () => {
    if (response) responseView.show(response)
  },
)
const responseView = createResponseView(requestView.shown)
const showPages = createPager((cursor) => {
  writeParameter(form, 'page[cursor]', cursor)
  follow()
  send()
})

/** Updates the page from the form, and sends it if another endpoint or account is chosen. */
function follow() {
  const request = readForm(form)
  showFields(form, request)
  part('p', 'plan-facts').textContent = planFacts(account.plan)
  requestView.show()
  history.replaceState(null, '', writeFragment(request))
  if (sent !== request.path + account.apiKey) send()
}

/** Sends the request to the origin of this page: its Content-Security-Policy allows no other. */
async function send() {
  sending.abort()
  sending = new AbortController()
  const { signal } = sending
  const request = readForm(form)
  sent = request.path + account.apiKey
  responseView.showMessage('Waiting for the response …')
  try {
    response = await exchange(requestUrl('', request, account.apiKey), signal)
    const { problems, pagination } = responseView.show(response)
    markFields(form, problems)
    showPages(pagination)
  } catch (error) {
    if (signal.aborted) return
    responseView.showMessage(`No response: ${error instanceof Error ? error.message : error}`)
  }
}

function readAddress() {
  const request = readFragment(location.hash)
  if (request) writeForm(form, request)
  follow()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  send()
  // On a phone, the response is below the form.
  part('h2', 'response-title').scrollIntoView({ block: 'nearest' })
})
form.addEventListener('input', follow)
// The controls are reset only after this event.
form.addEventListener('reset', () => setTimeout(follow))
addEventListener('hashchange', readAddress)
// On a phone, the response would be far below the fields, which are optional.
part('details', 'parameters').open =
  location.hash !== '' || matchMedia('(min-width: 60rem)').matches
readAddress()
playground.inert = false
