import { type Html, linkList, shell } from '../src/dashboard/layout.ts'

const entries = [
  { path: '/', label: 'Start' },
  { path: '/accounts', label: 'Your accounts' },
  { path: '/demo/platform', label: 'The platform' },
  { path: '/demo/outbox', label: 'Mail' },
]

/** A page of the demo, in the dashboard's style. */
export function demoPage(title: string, current: string, body: Html, scripts: string[] = []): Html {
  return shell({
    title: `${title} · photofeed demo`,
    styles: ['/assets/dashboard/demo.css'],
    scripts: ['/assets/dashboard/dashboard.js', ...scripts],
    navigation: linkList(entries, current),
    body,
  })
}
