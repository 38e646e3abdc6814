import { execFileSync } from 'node:child_process'

/** The lines that a command of Git prints, without empty ones. */
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commit from which the work began. */
export function base(): string {
  const names = ['refs/remotes/origin/main', 'refs/heads/main']
  const [main] = git('for-each-ref', '--format=%(refname)', ...names)
    .toSorted()
    .reverse()
  return main ? (git('merge-base', 'HEAD', main)[0] ?? 'HEAD') : 'HEAD'
}

export function changedFiles(): string[] {
  const tracked = git('diff', '--name-only', '--diff-filter=d', base())
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])]
}

/** Returns the files of a pattern that contain one of the texts. */
export function filesWith(texts: readonly string[], pattern: string): string[] {
  const patterns = texts.flatMap((text) => ['-e', text])
  try {
    return git('grep', '--files-with-matches', '--fixed-strings', ...patterns, '--', pattern)
  } catch {
    // There are none.
    return []
  }
}

/** Lines that differ from those of main. */
export interface Change {
  file: string
  /** The first of them, from 1; without new lines the one above. */
  start: number
  count: number
  before: string[]
  after: string[]
}

/** Returns what changed in files that match, in the order of the files. */
export function changesIn(...patterns: string[]): Change[] {
  const changes: Change[] = []
  let file = ''
  for (const line of git('diff', '--unified=0', '--diff-filter=d', base(), '--', ...patterns)) {
    file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1] ?? file
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start)
      changes.push({ file, start: Number(start), count: Number(count), before: [], after: [] })
    else if (/^-(?!--)/.test(line)) changes.at(-1)?.before.push(line.slice(1))
    else if (/^\+(?!\+\+)/.test(line)) changes.at(-1)?.after.push(line.slice(1))
  }
  return changes
}
