import './reference.css'

// The page works without a script. With one, the code has the reader's key, and the language is the same everywhere.

const marks = document.querySelectorAll('[data-key]')
const field = document.querySelector<HTMLInputElement>('#key-field')
const accounts = document.querySelector<HTMLSelectElement>('#account')
const placeholder = marks[0]?.textContent ?? ''

function showKey(): void {
  const key = accounts?.selectedOptions[0]?.dataset.apiKey ?? field?.value.trim()
  for (const mark of marks) mark.textContent = key || placeholder
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
