import { html } from 'hono/html'
import { type Html, page } from '../dashboard/layout.ts'
import type { DeletionProgress } from './deletion-requests.ts'

const what =
  'the profile, the posts, the pictures and videos, and the access that was given for them'

/** For the owner, who may know nothing of this service but its name. */
const words: Record<DeletionProgress, { title: string; text: string }> = {
  'nothing kept': {
    title: 'Nothing is kept about you',
    text: 'When you asked for the deletion, nothing was kept here that came from your account on the photo platform.',
  },
  'under way': {
    title: 'The deletion is under way',
    text: `Your feed is no longer served. Being deleted are ${what}. This takes minutes as a rule. Look at this page again later.`,
  },
  done: {
    title: 'The deletion is done',
    text: `Deleted are ${what}. Backups of whoever runs this service may hold them until they are replaced.`,
  },
  'connected again': {
    title: 'Your account is connected again',
    text: 'After you asked for the deletion, your account on the photo platform was connected here once more. What is fetched for it since is kept. Remove the app on the photo platform and ask for the deletion again if you do not want that.',
  },
}

export function deletionPage(progress: DeletionProgress, code: string): Html {
  const { title, text } = words[progress]
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<p>Confirmation code: <code>${code}</code></p>`,
  })
}

export function unknownDeletionPage(): Html {
  const title = 'No such deletion'
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>No deletion has this confirmation code. Check the address: the code is all that stands behind the last slash.</p>`,
  })
}
