/** A name of the contract as a reader sees it: `refreshing_token` is "Refreshing token". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
