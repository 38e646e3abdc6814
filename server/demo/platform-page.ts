import { html } from 'hono/html'
import type { EmulatedUser } from '../emulator/emulated-users.ts'
import type { RunningEmulator } from '../emulator/emulator.ts'
import { faultNames, faults } from '../emulator/faults.ts'
import type { Html } from '../src/dashboard/layout.ts'
import { demoPage } from './demo-page.ts'

/** What the owners of the emulated platform can do, and what can go wrong there. */
export function platformPage(emulator: RunningEmulator): Html {
  const body = html`<h1>The emulated platform</h1>
<p>What happens here is seen by the next refresh: press “Refresh now” in <a href="/accounts">your accounts</a>.</p>
<div class="cards">
${emulator.users.list().map((user) => userCard(user, emulator))}
</div>`
  return demoPage({ title: 'The emulated platform', current: '/demo/platform', body })
}

function userCard(
  { userId, profile, posts }: EmulatedUser,
  { faults: active }: RunningEmulator,
): Html {
  const now = active.of(userId)
  return html`<article class="card">
<h2>@${profile.username}</h2>
<p class="quiet">${posts.length} posts${now.map(({ fault }) => html`. <strong>${faults[fault].description}</strong>`)}</p>
<form method="post" action="/demo/platform/${userId}">
<div class="actions">
<button name="do" value="publish">Publish a picture</button>
<button name="do" value="delete" ${posts.length === 0 ? 'disabled' : ''}>Delete the newest post</button>
<button name="do" value="remove">Remove the app</button>
</div>
<label class="field">What goes wrong
<select name="fault">
${faultNames.map((name) => html`<option value="${name}" ${name === 'password-changed' ? 'selected' : ''}>${faults[name].description}</option>`)}
</select>
</label>
<div class="actions">
<button name="do" value="break">Let it go wrong</button>
<button name="do" value="repair" ${now.length === 0 ? 'disabled' : ''}>Nothing goes wrong any more</button>
</div>
</form>
</article>`
}
