import { chosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { markFields, showFields } from './fields.ts'
import { readForm, writeForm, writeParameter } from './form.ts'
import { readFragment, writeFragment } from './fragment.ts'
import { createPager } from './pager.ts'
import { planFacts } from './plan-facts.ts'
import { createRequestView } from './request-view.ts'
import { createResponseView, exchange, type ShownResponse } from './response-view.ts'
import { type RestRequest, requestUrl } from './rest-request.ts'
import './playground.css'

const form = part('form', 'request')
const account = chosenAccount(part('select', 'account'))
const playground = part('div', 'playground')
const baseUrl = playground.dataset.baseUrl ?? location.origin
let response: ShownResponse | null = null
let sending = new AbortController()
/** The last request, with its key. */
let sent = ''
let timer = 0

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
})

/** Updates the page from the form, and sends a changed request when nothing is typed for a moment. */
function follow() {
  const request = readForm(form)
  showFields(form, request)
  part('p', 'plan-facts').textContent = planFacts(account.plan)
  requestView.show()
  history.replaceState(null, '', writeFragment(request))
  clearTimeout(timer)
  if (sent !== nameOf(request)) timer = window.setTimeout(send, sent === '' ? 0 : typingMs)
}

const typingMs = 250

const nameOf = (request: RestRequest) => account.apiKey + writeFragment(request)

/** Sends the request to the origin of this page: its Content-Security-Policy allows no other. */
async function send() {
  clearTimeout(timer)
  sending.abort()
  sending = new AbortController()
  const { signal } = sending
  const request = readForm(form)
  sent = nameOf(request)
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

form.addEventListener('submit', (event) => event.preventDefault())
part('button', 'again').addEventListener('click', send)
form.addEventListener('input', follow)
// The controls are reset only after this event.
form.addEventListener('reset', () => setTimeout(follow))
addEventListener('hashchange', readAddress)
readAddress()
playground.inert = false
