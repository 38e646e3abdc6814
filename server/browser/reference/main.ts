import { colorJson } from '@photofeed/design/color-json'
import './reference.css'

// The page works without a script. With one, the code has the reader's key, the first response is real, the language is the
// same everywhere, and the contents follow the reader.

const { pattern = '', first = '' } =
  document.querySelector<HTMLElement>('.reference')?.dataset ?? {}
const marks = document.querySelectorAll('[data-key]')
const field = document.querySelector<HTMLInputElement>('#key-field')
const accounts = document.querySelector<HTMLSelectElement>('#account')
const placeholder = marks[0]?.textContent ?? ''

function showKey(): void {
  const key = accounts?.selectedOptions[0]?.dataset.apiKey ?? field?.value.trim()
  for (const mark of marks) mark.textContent = key || placeholder
  if (new RegExp(pattern).test(key ?? '')) void showResponse(key ?? '')
}

/** Replaces the example of the first screen by what the server responds to the request beside it. */
async function showResponse(key: string): Promise<void> {
  const response = await fetch(first + key)
  const text = JSON.stringify(await response.json(), null, 2)
  document.querySelector('#start .example summary')?.replaceChildren(`Response: ${response.status}`)
  const colored = colorJson(text, (kind, piece) =>
    Object.assign(document.createElement('span'), {
      className: `code-${kind}`,
      textContent: piece,
    }),
  )
  document.querySelector('#start .example code')?.replaceChildren(...colored)
}

field?.addEventListener('input', showKey)
accounts?.addEventListener('change', showKey)
showKey()

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  for (const tab of document.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
    if (tab.value === target.value) tab.checked = true
  }
})

const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = document.querySelector(`.contents [href="#${target.id}"]`)
      if (isIntersecting) link?.setAttribute('aria-current', 'true')
      else link?.removeAttribute('aria-current')
    }
  },
  // A line at a third of the window.
  { rootMargin: '-33% 0px -66%' },
)
for (const section of document.querySelectorAll('.sections > section')) seen.observe(section)
