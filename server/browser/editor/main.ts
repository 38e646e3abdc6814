import { type EditedFeed, startEditor } from '../../../element/editor/editor.ts'
import { profileUrlOf } from '../../../element/editor/snippets.ts'
import { chosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import './editor.css'

// The script that visitors load, which this build must not bundle.
const script = '/embed.js'
void import(script)

const select = part('select', 'account')
const account = chosenAccount(select)
const look = part('div', 'look')

/** The preview reads from the origin of this page: its Content-Security-Policy allows no other. */
function editedFeed(): EditedFeed {
  const { apiKey, plan, username } = account
  const { baseUrl = location.origin } = look.dataset
  const profileUrl = profileUrlOf(encodeURIComponent(username))
  const preview = { src: location.origin, 'api-key': apiKey }
  return { baseUrl, apiKey, profileUrl, plan, preview }
}

const showFeed = startEditor(look.querySelector('.editor') as HTMLElement, editedFeed())
select.addEventListener('change', () => showFeed(editedFeed()))
