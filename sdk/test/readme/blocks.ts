import { readFile } from 'node:fs/promises'

/** A block of code in the README. */
export interface Block {
  /** The heading above it, and which of its blocks it is: `Pictures 2`. */
  name: string
  /** Empty for commands. */
  language: string
  code: string
}

/** All blocks of the README and of the manual that continues it, from top to bottom. */
export async function readmeBlocks(): Promise<Block[]> {
  const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const files = ['sdk/README.md', 'docs/manual/sdk.md', 'docs/manual/element.md']
  const text = (await Promise.all(files.map(read))).join('\n')
  const blocks: Block[] = []
  let section = ''
  let count = 0
  // A block is one match, so that a comment of its code is no heading.
  for (const [, heading, language, code] of text.matchAll(
    /^#+ (.*)$|^```(\w*)\n([\s\S]*?)^```/gm,
  )) {
    if (heading !== undefined) {
      section = heading
      count = 0
    } else {
      count += 1
      blocks.push({ name: `${section} ${count}`, language: language ?? '', code: code ?? '' })
    }
  }
  return blocks
}

export async function namedBlock(name: string): Promise<Block> {
  const block = (await readmeBlocks()).find((block) => block.name === name)
  if (!block) throw new Error(`The README has no block ${name}.`)
  return block
}
