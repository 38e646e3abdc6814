/**
 * Returns a file that the mock serves to pages; null if there is no such file. They are modules, which bundlers and executables
 * keep.
 *
 * @throws {Error} in sources that were never built
 */
export async function readPageFile(name: string): Promise<string | null> {
  const { pageFiles } = await import('../generated/page-files.ts').catch((cause: unknown) => {
    throw new Error('The files of the mock for pages are missing: build or install it again.', {
      cause,
    })
  })
  const load = Object.hasOwn(pageFiles, name) ? pageFiles[name] : undefined
  return load ? (await load()).default : null
}
