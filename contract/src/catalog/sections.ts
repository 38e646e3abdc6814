/** The sections of the specification that rules name, in its order. */
export const sections: Readonly<Record<string, string>> = {
  '2': 'Resources',
  '2.1': 'The account with its posts',
  '2.2': 'Posts',
  '2.3': 'Children of an album',
  '2.4': 'Pagination',
  '2.5': 'Sizes of stored pictures',
  '2.6': 'Comments',
  '2.7': 'Error objects',
  '2.8': 'The account as a resource',
  '3': 'States',
  '3.1': 'The status of the connection',
  '3.2': 'The life of a key',
  '4': 'Endpoints, headers and caching',
  '4.1': '/api/v1/me',
  '4.2': '/graphql',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '7.1': 'The form of errors',
  '7.2': 'Error codes',
  '7.3': 'The order of checks',
  '7.4': 'Errors of GraphQL',
  '7.5': 'Validation messages',
  '7.6': 'What clients may rely on',
  '8': 'Limits',
  '9': 'Versions',
}

export interface Section<Entry> {
  number: string
  title: string
  entries: Entry[]
}

/** Entries by the section that has a title: 5.6 is a paragraph of 5. Sections are in the order of the specification. */
export function bySection<Entry extends { section: string }>(
  entries: readonly Entry[],
): Section<Entry>[] {
  const numbers = new Set(entries.map(({ section }) => titled(section)))
  return [...numbers]
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((number) => ({
      number,
      title: sections[number] ?? 'More',
      entries: entries.filter(({ section }) => titled(section) === number),
    }))
}

function titled(section: string): string {
  if (section in sections) return section
  return section.includes('.') ? titled(section.slice(0, section.lastIndexOf('.'))) : section
}
