// Classifies what a branch changes in openapi.yaml and schema.graphql since the last release: node scripts/release/contract-changes.ts [the commit to compare with]
// Prints Markdown for the summary of a pull request. Ends with 1 if something is removed, renamed or gets another type.
import { execFileSync } from 'node:child_process'
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql'
import { parse } from 'yaml'
import { readText, root } from '../packages.ts'

/** What explains and changes nothing for a program. Extensions are facts for our own packages. */
const texts = /^(description|summary|examples?|externalDocs|title|info|tags|servers|x-.*)$/
/** Values of these may be added, and nothing else of a schema may change. */
const lists = /^(enum|required)$/

const base = process.argv[2] ?? lastRelease()
if (base === undefined) {
  console.log('There is no release to compare the contract with.')
} else {
  const before = (path: string) =>
    execFileSync('git', ['show', `${base}:${path}`], { cwd: root, encoding: 'utf8' })
  const changes = compare(
    parse(before('openapi/openapi.yaml')),
    parse(readText('openapi/openapi.yaml')),
    'openapi.yaml',
  )
  const [old, now] = [before('graphql/schema.graphql'), readText('graphql/schema.graphql')].map(
    (text) => buildSchema(text),
  )
  if (old && now) {
    changes.breaking.push(
      ...findBreakingChanges(old, now).map(({ description }) => `schema.graphql: ${description}`),
    )
    changes.added.push(
      ...findDangerousChanges(old, now).map(({ description }) => `schema.graphql: ${description}`),
    )
    changes.added.push(
      ...findBreakingChanges(now, old).map(
        ({ description }) =>
          `schema.graphql: ${description.replace(/ was removed\b.*/, ' is new')}`,
      ),
    )
  }
  console.log(`## The contract since ${base}\n`)
  for (const [name, list] of Object.entries(changes))
    console.log(
      `**${name}**: ${list.length === 0 ? 'nothing' : ''}\n${list.map((line) => `- ${line}\n`).join('')}`,
    )
  if (changes.breaking.length > 0) {
    console.error(
      '/api/v1 promises that nothing is removed, renamed or gets another type: add what is new beside it.',
    )
    process.exit(1)
  }
}

function lastRelease(): string | undefined {
  const tags = execFileSync(
    'git',
    ['tag', '--list', 'v*.*.*', '--merged', 'HEAD', '--sort', '-version:refname'],
    { cwd: root, encoding: 'utf8' },
  )
  return tags.split('\n').find((tag) => /^v[\d.]+$/.test(tag))
}

/** Compares two definitions by the places of their values. */
function compare(old: unknown, now: unknown, place: string) {
  const changes = { breaking: [] as string[], added: [] as string[] }
  const visit = (old: unknown, now: unknown, place: string, key: string): void => {
    if (texts.test(key)) return
    if (Array.isArray(old) && Array.isArray(now) && lists.test(key)) {
      // A parameter that becomes required breaks clients; a property of a response that does is a promise.
      for (const value of old)
        if (!now.includes(value)) changes.breaking.push(`${place} lost ${value}`)
      for (const value of now) if (!old.includes(value)) changes.added.push(`${place} got ${value}`)
    } else if (isObject(old) && isObject(now)) {
      for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
        const inner = `${place} ${name.replace(/^#\/components\/\w+\//, '')}`
        if (texts.test(name)) continue
        if (!(name in now)) changes.breaking.push(`${inner} is gone`)
        else if (!(name in old)) changes.added.push(`${inner} is new`)
        else visit(old[name], now[name], inner, name)
      }
    } else if (JSON.stringify(old) !== JSON.stringify(now))
      changes.breaking.push(`${place} was ${JSON.stringify(old)} and is ${JSON.stringify(now)}`)
  }
  visit(byName(old), byName(now), place, '')
  return changes
}

/** Turns lists of parameters and the like into objects, so that an item keeps its place when others come before it. */
function byName(value: unknown): unknown {
  if (Array.isArray(value) && value.every(isObject))
    return Object.fromEntries(
      value.map((item, index) => [String(item.$ref ?? item.name ?? index), byName(item)]),
    )
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, byName(inner)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
