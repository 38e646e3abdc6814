import { type Field, type Group, groups } from './fields.ts'
import { places, placesPage } from './snippets.ts'

/** Widths of the preview in CSS pixels. */
const widths = { Phone: 390, Tablet: 768, Desktop: 1280 }

const schemes = { Light: 'light', Dark: 'dark' }

const clicks = { 'Opens it': 'open', 'Hides it': 'hide', 'Pins it': 'pin' }

/** Renders the editor. `startEditor` makes it work; until then it is inert. `page` says where to paste the code. */
export function renderEditor(page: string = placesPage): string {
  return `<div class="editor" inert>
<div class="editor-grid">
<section class="editor-stage" aria-label="Preview">
<div class="editor-bar">
${radios('editor-width', 'Width', Object.entries(widths), 'Desktop')}
${radios('editor-scheme', 'Page', Object.entries(schemes), 'Light')}
${radios('editor-click', 'A click on a picture', Object.entries(clicks), 'Opens it')}
</div>
<div class="editor-frame" role="group" aria-label="Your feed" tabindex="0"><div class="editor-page"></div></div>
<p class="editor-news" role="status"></p>
${postList('hide', 'Hidden posts')}
${postList('pin', 'Pinned posts')}
</section>
<form class="editor-form" aria-label="How the feed looks">
${groups.map(group).join('\n')}
<button type="reset">Reset everything</button>
</form>
<section class="editor-code" aria-label="Code for your site">
${radios('editor-place', 'Where it goes', placeNames, places.html.name)}
<p class="editor-hint"><span></span> <a href="${page}" target="_blank" rel="noopener">Where do I paste this?</a></p>
<div class="editor-copied"><pre role="region" aria-label="Code to paste" tabindex="0"><code></code></pre><button type="button" class="editor-copy">Copy</button></div>
</section>
</div>
</div>`
}

const placeNames = Object.entries(places).map(([value, { name }]) => [name, value] as const)

function group({ title, fields }: Group, index: number): string {
  return `<details name="editor-group"${index === 0 ? ' open' : ''}><summary>${title}</summary>${fields.map(control).join('')}</details>`
}

function control(field: Field): string {
  const { name, label, hint, kind } = field
  const id = `editor-${name.replace(/^--/, '')}`
  const described = hint ? ` aria-describedby="${id}-hint"` : ''
  const attributes = `id="${id}" name="${name}" data-kind="${kind}"${described}`
  const text = hint ? `<small id="${id}-hint">${hint}</small>` : ''
  return `<div class="editor-field ${kind}"><label for="${id}">${label}</label>${input(field, attributes)}${text}</div>`
}

function input({ kind, label, options = {}, max, placeholder = '' }: Field, attributes: string) {
  const plain = 'autocomplete="off" spellcheck="false"'
  if (kind === 'choice') {
    const list = Object.entries(options).map(
      ([value, text]) => `<option value="${value}">${text}</option>`,
    )
    return `<select ${attributes}>${list.join('')}</select>`
  }
  if (kind === 'check') return `<input type="checkbox" ${attributes}>`
  if (kind === 'color') {
    const reset = `<button type="button" class="editor-unset" aria-label="${label}: as on your page" hidden>Reset</button>`
    return `<span><input type="color" ${attributes}>${reset}</span>`
  }
  if (kind === 'text')
    return `<input type="text" ${attributes} placeholder="${placeholder}" autocapitalize="off" ${plain}>`
  return `<input type="number" ${attributes} min="1" max="${max}" required ${plain}>`
}

function radios(
  name: string,
  legend: string,
  entries: readonly (readonly [text: string, value: string | number])[],
  checked: string,
): string {
  const items = entries.map(
    ([text, value]) =>
      `<label><input type="radio" name="${name}" value="${value}" autocomplete="off"${text === checked ? ' checked' : ''}><span>${text}</span></label>`,
  )
  return `<fieldset class="editor-radios"><legend>${legend}</legend>${items.join('')}</fieldset>`
}

const postList = (name: string, title: string) =>
  `<div class="editor-posts" data-list="${name}" hidden><h3>${title}</h3><ul></ul></div>`
