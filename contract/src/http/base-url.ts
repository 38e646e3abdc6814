import { routes } from '@photofeed/openapi'
import { ContractError } from './contract-error.ts'

/** The address as requests begin with it, without a trailing slash. @throws {ContractError} */
export function baseUrl(text: string): string {
  const url = URL.parse(text)
  if (!/^[a-z]+:\/\//i.test(text)) {
    const [guess] = /^[\w-]+(\.[\w-]+)+(:\d+)?$|^localhost(:\d+)?$/.exec(text) ?? []
    fail(
      `The address has no scheme. Write ${guess ? `https://${guess}` : 'it like https://feed.example'}.`,
    )
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    fail(
      'The address must be like https://feed.example: http or https, without query and user name.',
    )
  }
  const path = [...Object.keys(routes), '/api/v1', '/api'].find((path) =>
    url.pathname.replace(/\/+$/, '').endsWith(path),
  )
  if (path) {
    const rest = url.href.slice(0, url.href.lastIndexOf(path))
    fail(`The address must not end in ${path}: the checker adds the paths. Write ${rest}.`)
  }
  return url.href.replace(/\/+$/, '')
}

function fail(problem: string): never {
  throw new ContractError('usage', problem)
}
