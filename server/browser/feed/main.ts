import type { PhotoFeedElement, PhotoFeedLoadDetail } from '@photofeed/element'
import { startEditor } from '../../../element/editor/editor.ts'
import type { Look } from '../../../element/editor/look.ts'
import { relativeTime } from '../../src/dashboard/relative-time.ts'
import type { FeedSite } from '../../src/stores/service/feeds.ts'
import { createAutosave } from './autosave.ts'
import { startPut } from './put.ts'
import './feed.css'

// The script that visitors load, which this build must not bundle.
const script = '/embed.js'
void import(script)

const importMs = 4000

const root = document.getElementById('feed') as HTMLElement
const part = <Kind extends HTMLElement>(selector: string) => root.querySelector(selector) as Kind
const { feedId: id = '', apiKey = '', baseUrl = '', profileUrl = '', username = '' } = root.dataset
const look: Look = JSON.parse(root.dataset.look ?? '{}')
const path = `/feeds/${id}`

/** The sites that requested the script, and when they did first. */
let sites: FeedSite[] = JSON.parse(root.dataset.sites ?? '[]')

const saved = part('[data-saved]')
const retry = part<HTMLButtonElement>('[data-retry]')
const undo = part<HTMLButtonElement>('[data-undo]')

/** Reads the sites that requested the script by now. */
async function readSites(): Promise<string[]> {
  const response = await fetch(path)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  sites = JSON.parse(fresh.getElementById('feed')?.dataset.sites ?? '[]')
  return sites.map(({ origin }) => origin)
}

const onSites = () =>
  sites.length > 0 ? 'Your site shows it within a minute.' : 'Not on a site yet.'

/** Says where the feed is, before anything was changed. */
function showSites(): void {
  const now = Date.now()
  const places = sites.map(
    ({ origin, at }) => `${new URL(origin).host} since ${relativeTime(at, now)}`,
  )
  saved.textContent = places.length > 0 ? `On ${places.join(', ')}.` : 'Not on a site yet.'
}

const autosave = createAutosave({
  path: `${path}/look`,
  first: look,
  show: (look) => showLook(look),
  report(state, problem) {
    retry.hidden = state !== 'problem'
    if (state === 'saving') saved.textContent = 'Saving…'
    if (state === 'saved') saved.textContent = `Saved. ${onSites()}`
    if (state === 'problem') saved.textContent = `Not saved: ${problem}`
    saved.classList.toggle('mistake', state === 'problem')
  },
  onHistory(length) {
    undo.disabled = length === 0
  },
})
const showLook = startEditor(part('.editor'), {
  // The Content-Security-Policy of this page allows no other origin.
  preview: { src: location.origin, 'api-key': apiKey },
  look,
  onChange: autosave.change,
})
showSites()
autosave.restore()

retry.addEventListener('click', autosave.save)
undo.addEventListener('click', autosave.undo)
addEventListener('keydown', (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
  // In a field, the browser undoes what was typed.
  if (!isUndo || (event.target as Element).closest('input[type=text], input[type=number]')) return
  event.preventDefault()
  autosave.undo()
})

/** While posts are imported, the preview fills with them. */
root.addEventListener('photo-feed-load', (event) => {
  const { detail, target } = event as CustomEvent<PhotoFeedLoadDetail>
  const isImporting = detail.connection.status === 'importing'
  const isEmpty = isImporting && detail.posts.length === 0
  part('.editor-page').classList.toggle('importing', isEmpty)
  if (isImporting) setTimeout(() => (target as PhotoFeedElement).reload(), importMs)
})

/** The widths of a column with a feed on phones, in texts and on wide pages. */
const measuredWidths = [360, 620, 1080]

/** Displays the feed out of sight in several widths. Its posts are loaded already. */
async function measureHeight(): Promise<number> {
  const heights = measuredWidths.map(async (width) => {
    const place = document.createElement('div')
    place.style.cssText = `position: absolute; left: 0; top: 0; visibility: hidden; width: ${width}px; font: 1rem / 1.5 var(--font)`
    const feed = part('photo-feed').cloneNode() as HTMLElement
    const loaded = new Promise((resolve) => feed.addEventListener('photo-feed-load', resolve))
    place.append(feed)
    document.body.append(place)
    await loaded
    const height = feed.offsetHeight
    place.remove()
    return height
  })
  return Math.max(...(await Promise.all(heights)))
}

/** On narrow pages the look is a sheet over the preview, in which each change is seen. */
const form = part('.editor-form')
const opener = part<HTMLButtonElement>('[data-look]')
function openSheet(isOpen: boolean): void {
  form.classList.toggle('open', isOpen)
  opener.ariaExpanded = String(isOpen)
  if (!isOpen) {
    opener.focus()
    return
  }
  part('.editor-frame').scrollIntoView({ block: 'start' })
  form.querySelector<HTMLElement>('.editor-close')?.focus({ preventScroll: true })
}
opener.addEventListener('click', () => openSheet(!form.classList.contains('open')))
part('.editor-close').addEventListener('click', () => openSheet(false))
form.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && form.classList.contains('open')) openSheet(false)
})

startPut(part<HTMLDialogElement>('dialog'), {
  ...{ baseUrl, id, profileUrl, username },
  ...{ readSites, measureHeight },
})
