/** The entries of each package with declarations. A package has one page, `/reference/sdk/` and `/reference/element/`. */
export const packages = {
  sdk: ['index', 'images', 'query', 'cache', 'rest', 'graphql', 'rss', 'astro'],
  element: ['element', 'render'],
} as const

export type PackageName = keyof typeof packages

/** All entries of both packages. */
export const sdkEntries: readonly string[] = Object.values(packages).flat()

/** Returns the package of an entry, which is also its folder and its page. */
export const packageOf = (entry: string): PackageName =>
  packages.element.some((name) => name === entry) ? 'element' : 'sdk'

/** Returns the address that a program imports: `@photofeed/sdk/images`. */
export const importOf = (entry: string): string =>
  ['index', 'element'].includes(entry)
    ? `@photofeed/${packageOf(entry)}`
    : `@photofeed/${packageOf(entry)}/${entry}`
