import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** Where the answer will stand. */
export const answerView: Html = html`<section class="answer" aria-labelledby="answer-title">
<h2 id="answer-title">Answer</h2>
<p id="status" role="status">Nothing has been sent yet.</p>
<ul id="problems" hidden></ul>
<nav id="pager" class="pager" aria-label="Pages of the feed" hidden>
<button type="button" id="previous">Previous page</button>
<button type="button" id="next">Next page</button>
</nav>
<ul id="posts" class="posts" aria-label="Posts" hidden></ul>
<div id="received" hidden>
<h3>Headers</h3>
<dl id="headers"></dl>
<h3 id="body-title">Body</h3>
<pre class="body" tabindex="0" role="region" aria-labelledby="body-title"><code id="body"></code></pre>
<p class="tools"><button type="button" id="whole-body" hidden>Show the whole body</button></p>
</div>
</section>`
