import { chosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { createAnswerView } from './answer-view.ts'
import { type Answer, exchange } from './exchange.ts'
import { markFields, showFields } from './fields.ts'
import { readForm, writeForm, writeParameter } from './form.ts'
import { readFragment, writeFragment } from './fragment.ts'
import { createPager } from './pager.ts'
import { planFacts } from './plan-facts.ts'
import { createRequestView } from './request-view.ts'
import { requestUrl } from './rest-request.ts'
import './playground.css'

const form = part('form', 'request')
const account = chosenAccount(part('select', 'account'))
const playground = part('div', 'playground')
const baseUrl = playground.dataset.baseUrl ?? location.origin
let answer: Answer | null = null
let sending = new AbortController()

const requestView = createRequestView(
  baseUrl,
  account,
  () => readForm(form),
  () => {
    if (answer) answerView.show(answer)
  },
)
const answerView = createAnswerView(requestView.shown)
const showPages = createPager((cursor) => {
  writeParameter(form, 'page[cursor]', cursor)
  follow()
  send()
})

/** Brings the page in line with the form. */
function follow() {
  const request = readForm(form)
  showFields(form, request)
  part('p', 'plan-facts').textContent = planFacts(account.plan)
  requestView.show()
  history.replaceState(null, '', writeFragment(request))
}

/** To the origin of this page, which the policy of its content allows, whatever the service's public address. */
async function send() {
  sending.abort()
  sending = new AbortController()
  const { signal } = sending
  answerView.tell('Waiting for the answer …')
  try {
    answer = await exchange(requestUrl('', readForm(form), account.apiKey), signal)
    const { problems, pagination } = answerView.show(answer)
    markFields(form, problems)
    showPages(pagination)
  } catch (error) {
    if (signal.aborted) return
    answerView.tell(`No answer: ${error instanceof Error ? error.message : error}`)
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
})
form.addEventListener('input', follow)
// Only after this event are the controls as they were at first.
form.addEventListener('reset', () => setTimeout(follow))
addEventListener('hashchange', readAddress)
readAddress()
playground.inert = false
