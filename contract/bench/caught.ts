import type { Mutant } from '../test/mutants/mutant.ts'
import type { MutantServer } from './mutant-server.ts'
import { comparable, type RecordedRequest, recordRun, sendRecorded } from './recorded-run.ts'
import type { Look, Tool } from './tools/tool.ts'

/** What became of a mutant. */
export interface Caught {
  mutant: Mutant
  /** Whether our own checker finds it. */
  byChecker: boolean
  /** In the order of the tools. */
  byTool: Verdict[]
}

/** not sent: the tool refused every request whose answer shows the defect. */
export type Verdict = 'caught' | 'missed' | 'not sent'

interface Setting {
  mock: { url: string; accounts: Record<string, string> }
  server: MutantServer
  tools: Tool[]
}

/** What the mock without a defect answers, and what each tool says of it. */
const plainAnswers = new Map<string, Promise<string>>()
const plainLooks = new Map<Tool, Map<string, Look>>()

/** Sends what our checker sends through each tool; only requests whose answer the defect changes can tell anything. */
export async function lookAt(mutant: Mutant, { mock, server, tools }: Setting): Promise<Caught> {
  server.serve(mutant)
  const { broken, requests } = await recordRun(mock, server.url)
  server.serve(null)
  const telling: RecordedRequest[] = []
  for (const { request, answer } of requests) {
    if ((await plainAnswer(request, server.url)) !== answer) telling.push(request)
  }
  const byTool: Verdict[] = []
  for (const tool of tools) byTool.push(await verdictOf(tool, mutant, telling, server))
  return { mutant, byChecker: broken.includes(mutant.breaks), byTool }
}

async function verdictOf(
  tool: Tool,
  mutant: Mutant,
  telling: RecordedRequest[],
  server: MutantServer,
): Promise<Verdict> {
  let isSent = false
  for (const request of telling) {
    server.serve(null)
    const plain = await plainLook(tool, request)
    server.serve(mutant)
    const { refused, violations } = await tool.look(request)
    if (violations.some((violation) => !plain.violations.includes(violation))) return 'caught'
    isSent ||= !refused
  }
  return isSent ? 'missed' : 'not sent'
}

function plainAnswer(request: RecordedRequest, server: string): Promise<string> {
  const name = JSON.stringify(request)
  const answer = plainAnswers.get(name) ?? sendRecorded(request, server).then(comparable)
  plainAnswers.set(name, answer)
  return answer
}

async function plainLook(tool: Tool, request: RecordedRequest): Promise<Look> {
  const looks = plainLooks.get(tool) ?? new Map<string, Look>()
  plainLooks.set(tool, looks)
  const name = JSON.stringify(request)
  const look = looks.get(name) ?? (await tool.look(request))
  looks.set(name, look)
  return look
}
