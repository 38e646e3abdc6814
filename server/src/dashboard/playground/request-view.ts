import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** The request as it will be sent, for people and for other programs. */
export const requestView: Html = html`<section class="sent" aria-labelledby="request-title">
<h2 id="request-title">Request</h2>
<pre class="url" tabindex="0" role="region" aria-label="Address of the request"><code id="url"></code></pre>
<p class="tools">
<button form="request" class="main">Send the request</button>
<button type="button" id="reveal" aria-pressed="false">Show the key</button>
<button type="button" id="copy-url">Copy the URL</button>
<button type="button" id="copy-curl">Copy as curl</button>
<button type="button" id="copy-sdk">Copy as SDK code</button>
</p>
<p id="copied" class="hint" role="status"></p>
<details>
<summary>As curl and as SDK code</summary>
<pre tabindex="0" role="region" aria-label="curl"><code id="curl"></code></pre>
<pre tabindex="0" role="region" aria-label="SDK code"><code id="sdk"></code></pre>
</details>
</section>`
