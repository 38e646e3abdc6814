/** One instruction, such as COPY, with what stands behind it on one line. */
export interface Instruction {
  name: string
  /** Words that begin with two dashes, without these. */
  flags: Record<string, string>
  rest: string
}

export interface Stage {
  image: string
  name: string | null
  instructions: Instruction[]
}

/** Reads a Containerfile as far as ours goes: no here-documents. */
export function readContainerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of logicalLines(text)) {
    const instruction = readInstruction(line)
    if (instruction.name === 'FROM') {
      const [image = '', , name = null] = instruction.rest.split(' ')
      stages.push({ image, name, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push(instruction)
    }
  }
  return stages
}

export function allOf({ instructions }: Stage, name: string): Instruction[] {
  return instructions.filter((instruction) => instruction.name === name)
}

/** What the last instruction of a name says: the one that counts. */
export function lastOf(stage: Stage, name: string): string {
  return allOf(stage, name).at(-1)?.rest ?? ''
}

/** The variables that a stage sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const words = allOf(stage, 'ENV').flatMap(({ rest }) => rest.split(/\s+/))
  return Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2)))
}

function logicalLines(text: string): string[] {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function readInstruction(line: string): Instruction {
  const [, name = '', behind = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
  const [flags = ''] = /^(?:--\S+\s+)*/.exec(behind) ?? []
  return {
    name,
    flags: Object.fromEntries([...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, k, v]) => [k, v])),
    rest: behind.slice(flags.length),
  }
}
