import { relativeTime } from '../../src/dashboard/relative-time.ts'
import './dashboard.css'

// The pages work without a script. With one, times are local, keys are copied, and cards follow a refresh.

const pollMs = 2000
const copiedMs = 2000
const news = document.querySelector('[data-news]')

/** Announces to screen readers what can be seen. */
function announce(text: string): void {
  if (news) news.textContent = text
}

/** Shows a sentence below a control, and announces it. */
function showBelow(control: Element, text: string): void {
  const next = control.nextElementSibling
  const hint = next?.matches('[role=status]') ? next : document.createElement('p')
  hint.className = 'hint mistake'
  hint.role = 'status'
  if (hint !== next) control.after(hint)
  hint.textContent = text
}

function showTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll('time')) {
    const date = new Date(time.dateTime)
    time.textContent = relativeTime(date.getTime(), Date.now())
    time.title = date.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
  }
}

function prepare(root: ParentNode): void {
  showTimes(root)
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) prepareCopy(button)
  for (const field of root.querySelectorAll<HTMLInputElement>('[type=password]')) addShow(field)
}

function prepareCopy(button: HTMLButtonElement): void {
  const value = document.getElementById(button.dataset.copy ?? '')
  const label = button.querySelector('[data-copied]')
  if (!value) return
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(value.textContent)
      if (label) label.textContent = 'Copied'
      button.classList.add('copied')
      announce(`${(button.ariaLabel ?? 'Copy').replace('Copy', 'Copied')}.`)
      setTimeout(() => {
        if (label) label.textContent = 'Copy'
        button.classList.remove('copied')
      }, copiedMs)
    } catch {
      getSelection()?.selectAllChildren(value)
      showBelow(button.closest('.value') ?? button, 'Selected. Copy it with the keyboard.')
    }
  })
}

/** Adds the button that shows what is typed. */
function addShow(field: HTMLInputElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button plain show'
  button.textContent = 'Show'
  button.addEventListener('click', () => {
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show' : 'Hide'
  })
  field.closest('.field')?.after(button)
}

const hasRefresh = () => document.querySelector('[data-under-way]') !== null

async function poll(): Promise<void> {
  // A request that fails now may succeed the next time.
  const isSignedOut = await update().catch(() => false)
  if (!isSignedOut && hasRefresh()) setTimeout(poll, pollMs)
}

/** Replaces what changed of the accounts of the page. Returns whether nobody is signed in any more. */
async function update(): Promise<boolean> {
  // Without a notice, which stays for the next page.
  const response = await fetch(location.pathname)
  if (response.ok && !response.redirected) replaceCards(await response.text())
  return response.redirected
}

function replaceCards(text: string): void {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  for (const card of fresh.querySelectorAll<HTMLElement>('[data-seen]')) {
    const before = document.getElementById(card.id)
    if (!before || before.dataset.seen === card.dataset.seen) continue
    replaceCard(before, card)
  }
}

function replaceCard(before: HTMLElement, card: HTMLElement): void {
  const { activeElement } = document
  const focused = before.contains(activeElement) ? activeElement : null
  // What is below must not move up when there is nothing left to say.
  if (card.id === 'bar') card.style.minHeight = `${before.offsetHeight}px`
  before.replaceWith(card)
  prepare(card)
  if (focused) controlLike(card, focused)?.focus()
  const status = textOf(card, '.status')
  const name = textOf(card, 'h2') ?? textOf(document.body, '.feed-head [id^=name-]')
  const kind = card.querySelector('.status.caution') ? 'caution' : 'done'
  if (status !== textOf(before, '.status')) announceStatus(`${name}: ${status}`, kind)
}

const textOf = (card: HTMLElement, part: string) => card.querySelector(part)?.textContent.trim()

/** The status replaces the notice about the action that led to it. Removing the notice would move the cards. */
function announceStatus(text: string, kind: string): void {
  const notice = document.querySelector<HTMLElement>('main .notice[role=status]')
  if (notice) {
    notice.style.minHeight = `${notice.offsetHeight}px`
    notice.textContent = text
    notice.className = `notice ${kind}`
  } else announce(text)
}

/** The control with the same text, or else the first one. */
function controlLike(card: HTMLElement, { textContent }: Element): HTMLElement | undefined {
  const controls = [...card.querySelectorAll<HTMLElement>('a, button')]
  return controls.find((control) => control.textContent === textContent) ?? controls[0]
}

// A form is sent once; its button shows that the response is not there yet.
document.addEventListener('submit', (event) => {
  const { submitter, defaultPrevented } = event
  if (defaultPrevented || !submitter) return
  if (submitter.ariaBusy === 'true') event.preventDefault()
  else submitter.ariaBusy = 'true'
})
// The browser may show the page again as it was left.
addEventListener('pagehide', () => {
  for (const button of document.querySelectorAll('button[aria-busy]')) button.ariaBusy = null
})

prepare(document)
setInterval(showTimes, 60_000, document)
if (hasRefresh()) setTimeout(poll, pollMs)
