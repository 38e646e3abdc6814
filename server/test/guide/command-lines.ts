/** A call of the program as a guide shows it. */
export interface CommandLine {
  text: string
  /** Names of commands and arguments, in their order. */
  words: string[]
  flags: string[]
}

/** Every `photofeed-server …` of a Markdown text: lines of its blocks, and what stands between backticks. */
export function commandLines(markdown: string): CommandLine[] {
  const blocks = [...markdown.matchAll(/^ *```\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  const inline = [...markdown.matchAll(/`(photofeed-server [^`\n]+)`/g)].map(
    ([, text = '']) => text,
  )
  return [...blocks.flatMap((block) => block.split('\n')), ...inline].flatMap(readLine)
}

function readLine(line: string): CommandLine[] {
  const [, behind] = /(?:^| )photofeed-server((?: [^ ]+)+)$/.exec(line.trim()) ?? []
  if (behind === undefined) return []
  const parts = behind.trim().split(' ')
  // The first words are the command and its arguments; a flag's value comes after a flag.
  const end = parts.findIndex((part) => part.startsWith('-'))
  return [
    {
      text: `photofeed-server${behind}`,
      words: end < 0 ? parts : parts.slice(0, end),
      flags: parts.filter((part) => part.startsWith('--')),
    },
  ]
}
