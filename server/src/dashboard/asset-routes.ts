import { hash } from 'node:crypto'
import type { Route } from './dashboard-parts.ts'
import { dashboardScript } from './dashboard-script.ts'
import { dashboardStyle } from './dashboard-style.ts'

const assets = [
  { path: '/assets/dashboard.css', type: 'text/css', text: dashboardStyle },
  { path: '/assets/dashboard.js', type: 'text/javascript', text: dashboardScript },
]

/** The style and the script of all pages; browsers keep them and ask whether they are still the same. */
export function assetRoutes(): Route[] {
  return assets.map(({ path, type, text }) => {
    const tag = `"${hash('sha256', text, 'base64url')}"`
    return {
      ...{ method: 'GET', path, for: 'anybody' },
      answer(context) {
        const headers = { 'Cache-Control': 'no-cache', ETag: tag }
        if (context.req.header('If-None-Match') === tag) return context.body(null, 304, headers)
        return context.body(text, 200, { ...headers, 'Content-Type': `${type}; charset=utf-8` })
      },
    }
  })
}
