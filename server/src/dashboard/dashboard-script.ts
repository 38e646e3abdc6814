/** What the pages do better with a script; without one, everything works as well. */
export const dashboardScript = `const news = document.querySelector('[data-news]')
const tell = (text) => {
  if (news) news.textContent = text
}

function prepare(root) {
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
    })
  }
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      const value = document.getElementById(button.dataset.copy)
      try {
        await navigator.clipboard.writeText(value.textContent)
        button.textContent = 'Copied'
        tell('The API key is copied.')
      } catch {
        getSelection().selectAllChildren(value)
        tell('The API key is selected. Copy it with the keyboard.')
      }
    })
  }
  for (const form of root.querySelectorAll('[data-reveal]')) {
    const value = form.querySelector('[data-revealed]')
    const button = form.querySelector('button')
    const hidden = value.textContent
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const reveals = button.textContent === 'Reveal'
      const answer = reveals && (await fetch(form.action, { method: 'POST' }).catch(() => null))
      if (reveals && (!answer?.ok || answer.redirected)) {
        return tell('The token could not be read. Reload the page and try again.')
      }
      value.textContent = reveals ? await answer.text() : hidden
      button.textContent = reveals ? 'Hide' : 'Reveal'
    })
  }
}
prepare(document)

const underWay = () => document.querySelector('[data-under-way]')

async function look() {
  // What is not answered now may be the next time.
  const isSignedOut = await update().catch(() => false)
  if (!isSignedOut && underWay()) setTimeout(look, 2000)
}

/** Whether nobody is signed in any more, so that there is nothing to look for. */
async function update() {
  const answer = await fetch('/accounts/status')
  if (answer.ok && !answer.redirected) await takeOver(await answer.json())
  return answer.redirected
}

async function takeOver(accounts) {
  const changed = accounts.filter(({ accountId, seen }) => {
    const card = document.getElementById('account-' + accountId)
    return card && card.dataset.seen !== seen
  })
  if (changed.length === 0) return
  const answer = await fetch('/accounts/cards')
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const { accountId } of changed) {
    const card = fresh.getElementById('account-' + accountId)
    if (!card) continue
    const before = document.getElementById(card.id)
    const focused = before.contains(document.activeElement) ? document.activeElement : null
    before.replaceWith(card)
    prepare(card)
    if (focused) likeIn(card, focused).focus()
    tell(card.querySelector('h2').textContent + ': ' + card.querySelector('.status').textContent)
  }
}

/** What does the same in a card that takes the place of another; its first control when nothing does. */
function likeIn(card, { textContent }) {
  const controls = [...card.querySelectorAll('a, button')]
  return controls.find((control) => control.textContent === textContent) ?? controls[0]
}

if (underWay()) setTimeout(look, 2000)
`
