/** The text without any of the keys: screens are shared, and the RSS document names its own address. */
export function masked(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => rest.replaceAll(key, '•'.repeat(8)), text)
}
