import { type Html, linkList, shell } from '../src/dashboard/layout.ts'

interface DemoPage {
  title: string
  /** The path of the navigation's entry that the page is. */
  current: string
  body: Html
}

const entries = [
  { path: '/', label: 'Demo' },
  { path: '/demo/platform', label: 'The emulated platform' },
  { path: '/demo/outbox', label: 'Mail' },
  { path: '/accounts', label: 'Your accounts' },
]

/** A page of the demo, in the dashboard's style. */
export function demoPage({ title, current, body }: DemoPage): Html {
  return shell({
    title: `${title} · photofeed demo`,
    styles: ['/demo/demo.css'],
    scripts: [],
    navigation: linkList(entries, current),
    body,
  })
}
