import { routes } from '@photofeed/openapi'
import { ContractError } from './contract-error.ts'

/** The address as requests begin with it, without a trailing slash. @throws {ContractError} */
export function baseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ContractError(
      'usage',
      'The address must be like https://feed.example: http or https, without query and user name.',
    )
  }
  const path = Object.keys(routes).find((path) => url.pathname.endsWith(path))
  if (path) {
    throw new ContractError(
      'usage',
      `The address must not end in ${path}: give the part before, like https://feed.example.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}
