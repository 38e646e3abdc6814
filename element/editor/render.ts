import { type Field, type Group, groups } from './fields.ts'

/** Widths of the preview in CSS pixels. */
const widths = { Phone: 390, Tablet: 768, Desktop: 1280 }

const schemes = { Light: 'light', Dark: 'dark' }

/** Renders the editor of a look. `startEditor` makes it work; until then it is inert. */
export function renderEditor(): string {
  const [first, ...others] = groups
  return `<div class="editor" inert>
<section class="editor-stage" aria-label="Preview">
<div class="editor-bar">
${radios('editor-width', 'Width', widths, 'Desktop')}
${radios('editor-scheme', 'Page', schemes, 'Light')}
</div>
<div class="editor-frame" role="group" aria-label="Preview of your feed" tabindex="0"><div class="editor-page"></div></div>
<p class="editor-news" role="status"></p>
${postList('hide', 'Hidden posts')}
${postList('pin', 'Pinned posts')}
</section>
<form class="editor-form" id="look" aria-label="Look">
<header><h2>Look</h2><button type="button" class="button editor-close">Done</button></header>
${first ? controls(first) : ''}
${others.map(disclosure).join('\n')}
</form>
</div>`
}

function disclosure(group: Group): string {
  return `<details name="editor-group"><summary>${group.title}</summary>${controls(group)}</details>`
}

/** Both numbers of columns are one line. */
const controls = ({ fields }: Group) =>
  fields.map(control).join('').replace('</div><div class="editor-field phone">', '')

function control(field: Field): string {
  const { name, label, hint, kind, options = {} } = field
  if (name === 'layout') return radios('layout', label, swap(options), 'Grid', 'editor-layouts')
  const id = `editor-${name.replace(/^--/, '')}`
  const described = hint ? ` aria-describedby="${id}-hint"` : ''
  const attributes = `id="${id}" name="${name}"${described}`
  const text = hint ? `<small id="${id}-hint">${hint}</small>` : ''
  const spoken = kind === 'phone' ? ' aria-label="Columns on phones"' : ''
  return `<div class="editor-field ${kind}"><label for="${id}">${label}</label>${input(field, attributes + spoken)}${text}</div>`
}

const swap = (options: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(options).map(([value, text]) => [text, value]))

function input({ kind, label, options = {}, max, placeholder = '' }: Field, attributes: string) {
  const plain = 'autocomplete="off" spellcheck="false"'
  if (kind === 'select') {
    const list = Object.entries(options).map(
      ([value, text]) => `<option value="${value}">${text}</option>`,
    )
    return `<select class="input" ${attributes} autocomplete="off">${list.join('')}</select>`
  }
  if (kind === 'check') return `<input type="checkbox" ${attributes} autocomplete="off">`
  if (kind === 'color') {
    const reset = `<button type="button" class="button editor-unset" aria-label="Reset ${label}" hidden>Reset</button>`
    return `<span><input class="input" type="color" ${attributes}><i>From your page</i>${reset}</span>`
  }
  if (kind === 'text')
    return `<input class="input" type="text" ${attributes} placeholder="${placeholder}" maxlength="500" autocapitalize="off" ${plain}>`
  return `<input class="input" type="number" ${attributes} min="1" max="${max}" required ${plain}>`
}

function radios(
  name: string,
  legend: string,
  values: Readonly<Record<string, string | number>>,
  checked: string,
  look = 'segments',
): string {
  const items = Object.entries(values).map(
    ([text, value]) =>
      `<label><input type="radio" name="${name}" value="${value}" autocomplete="off"${text === checked ? ' checked' : ''}><span data-value="${value}">${text}</span></label>`,
  )
  return `<fieldset class="choice ${look}"><legend>${legend}</legend>${items.join('')}</fieldset>`
}

const postList = (name: string, title: string) =>
  `<div class="editor-posts" data-list="${name}" hidden><h3>${title}</h3><ul></ul></div>`
