/** One thing that a reader does: save a file, or run a script in a terminal. */
export type ReadmeStep = { save: string; text: string } | { run: string }

/** The first steps of a README: everything up to the end of the first section with a block of code. */
export interface ReadmeStart {
  /** Commands for a second terminal. The text names them inline: `npx @photofeed/mock-server`. */
  servers: string[]
  steps: ReadmeStep[]
  /** URLs of this machine in the text. */
  urls: string[]
}

/** Reads the steps from blocks of code: `sh` is run, and `js` is saved under the name in its first line. */
export function readmeStart(markdown: string): ReadmeStart {
  const sections = markdown.split(/^## /m)
  const first = sections.findIndex((section) => section.includes('```'))
  const start = sections.slice(0, first + 1).join('')
  const block = /^```(\w*)\n([\s\S]*?)^```/gm
  const steps: ReadmeStep[] = []
  for (const [, language, code = ''] of start.matchAll(block)) {
    const [, file] = /^\/\/ (\S+\.m?js)\n/.exec(code) ?? []
    if (language === 'sh') steps.push({ run: code.trim() })
    else if (language === 'js' && file) steps.push({ save: file, text: code })
  }
  const text = start.replace(block, '')
  return {
    servers: [...text.matchAll(/`(npx [^`]+)`/g)].map(([, command = '']) => command),
    steps,
    urls: [...text.matchAll(/http:\/\/127\.0\.0\.1[^\s`)]*[^\s`).,:]/g)].map(([url]) => url),
  }
}
