import { apiKey, baseUrl } from './settings.ts'

const query = new URLSearchParams({
  api_key: apiKey,
  'page[size]': '2',
  'include[]': 'children',
})
const response = await fetch(`${baseUrl}/api/v1/me?${query}`)

console.log(`${response.status}`)
console.log(Object.fromEntries(response.headers))
console.log(await response.json())
