import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Root } from 'mdast'
import {
  Application,
  Comment,
  type Context,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc'
import ts from 'typescript'
import { arrangePage } from './declarations-page.ts'
import { linkEntries } from './entry-links.ts'
import { sdkEntries } from './sdk-entries.ts'

const folder = new URL('../../.cache/typedoc/', import.meta.url)
const types = new URL('types/', folder)
const output = new URL('pages/', folder)

const options = {
  plugin: ['typedoc-plugin-markdown'],
  logLevel: 'Warn' as const,
  validation: false,
  readme: 'none',
  disableSources: true,
  excludeExternals: true,
  sanitizeComments: true,
  groupOrder: [
    ...['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
    ...['Constructors', 'Properties', 'Accessors', 'Methods'],
  ],
  outputFileStrategy: 'modules',
  // The list of entries; `index` is a page of its own.
  entryFileName: 'entries',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hidePageTitle: true,
  useHTMLAnchors: true,
  useCodeBlocks: true,
  expandObjects: true,
  expandParameters: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  tableColumnSettings: {
    hideDefaults: true,
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
  },
}

/** TypeDoc omits an entry that is no file of the program. */
function writeProgram(): { tsconfig: string; entryPoints: string[] } {
  // In one folder, whose entries have the names of the pages.
  rmSync(types, { recursive: true, force: true })
  for (const name of ['sdk', 'element']) {
    const dist = new URL(`../../../${name}/dist/`, import.meta.url)
    const files = readdirSync(dist).filter((file) => file.endsWith('.d.ts'))
    for (const file of files) cpSync(new URL(file, dist), new URL(file, types))
  }
  const entryPoints = sdkEntries.map((entry) => fileURLToPath(new URL(`${entry}.d.ts`, types)))
  const compilerOptions = {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    skipLibCheck: true,
    types: [],
    paths: {
      '@photofeed/sdk': ['./types/index.d.ts'],
      '@photofeed/sdk/*': ['./types/*.d.ts'],
    },
  }
  mkdirSync(folder, { recursive: true })
  const tsconfig = fileURLToPath(new URL('tsconfig.json', folder))
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files: entryPoints }))
  return { tsconfig, entryPoints }
}

async function writePages(): Promise<void> {
  const app = await Application.bootstrapWithPlugins({ ...options, ...writeProgram() })
  // An entry may link to an error of the package that its declarations do not import.
  app.converter.addUnknownSymbolResolver(({ symbolReference }, { project }, part) => {
    const name = symbolReference?.path?.[0]?.path ?? ''
    const isExported = part && project.getChildByName(['index', name])
    return isExported ? `index.md#${name.toLowerCase()}` : undefined
  })
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, keepDeclaredType)
  const project = await app.convert()
  if (!project)
    throw new Error('TypeDoc cannot read the declarations. Run `npm run build -w sdk -w element`.')
  removeRepeated(project)
  describeOnce(project)
  nameParameters(project)
  await app.outputs.writeOutput({ name: 'markdown', path: fileURLToPath(output) }, project)
}

/** TypeDoc omits the dots of `readonly [First, ...Rest[]]` when it has only the type, not how that is written. */
function keepDeclaredType(context: Context, reflection: DeclarationReflection): void {
  const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? []
  if (!declaration) return
  if (!ts.isPropertySignature(declaration) && !ts.isPropertyDeclaration(declaration)) return
  const { type } = declaration
  if (type && (ts.isTypeOperatorNode(type) || ts.isIndexedAccessTypeNode(type)))
    reflection.type = context.converter.convertType(context, type)
}

/**
 * Removes what is said elsewhere: inherited members, which the page of the base type has, and of errors the name, which is
 * that of the class, and the constructor, which only the SDK calls.
 */
function removeRepeated(project: ProjectReflection): void {
  const owners = project
    .getReflectionsByKind(ReflectionKind.ClassOrInterface)
    .filter((reflection) => reflection.isDeclaration())
  const base = owners.find(({ name }) => name === 'PhotofeedError')
  const isOfError = (owner: DeclarationReflection, { name, kind }: DeclarationReflection) =>
    owner.name.endsWith('Error') &&
    (kind === ReflectionKind.Constructor || (owner !== base && ['name', 'hint'].includes(name)))
  const repeated = new Set<Reflection>(
    owners.flatMap((owner) =>
      (owner.children ?? []).filter(
        (member) =>
          member.inheritedFrom?.reflection?.parent?.kindOf(ReflectionKind.ClassOrInterface) ||
          isOfError(owner, member),
      ),
    ),
  )
  for (const owner of owners) removeMembers(owner, (member) => repeated.has(member))
}

/** Types that a page lists already: attributes, labels and events of the element, and what OpenAPI defines. */
const listed: Readonly<Record<string, string>> = {
  PhotoFeedAttributes: ' Their descriptions are in [Attributes](#attributes).',
  PhotoFeedProperties: ' Each is an [attribute](#attributes) in camel case.',
  PhotoFeedEventMap: ' They are listed in [Events](#events).',
  PhotoFeedLabels: ' They are listed in [Labels](#labels).',
  paths: 'The endpoints of [REST](/reference/rest/), for openapi-fetch.',
}

/** The objects of the service, and their names on the page of REST. */
const objects: Readonly<Record<string, string>> = {
  Account: 'account',
  Child: 'child',
  Pagination: 'pagination',
  Post: 'post',
  PostComment: 'comment',
}

function describeOnce(project: ProjectReflection): void {
  const find = (name: string) =>
    project
      .getReflectionsByKind(ReflectionKind.ClassOrInterface)
      .find((found) => found.name === name)
  const properties = find('PhotoFeedProperties')
  const element = find('PhotoFeedElement')
  if (!properties?.isDeclaration() || !element?.isDeclaration())
    throw new Error('The types of the element have other names: adapt their reference.')
  const names = new Set(properties.children?.map(({ name }) => name))
  // The platform calls these.
  const internal = /^(?:constructor|observedAttributes|\w+Callback)$/
  removeMembers(element, ({ name }) => name === 'labels' || names.has(name) || internal.test(name))
  element.comment?.summary.push({
    kind: 'text',
    text: ' It also has the properties of PhotoFeedProperties.',
  })
  for (const [name, object] of Object.entries(objects)) {
    const type = project
      .getReflectionsByKind(ReflectionKind.TypeAlias)
      .find((found) => found.name === name)
    if (!type?.isDeclaration()) throw new Error(`There is no type ${name}: adapt its reference.`)
    type.comment = new Comment([
      { kind: 'text', text: `Its fields are described in [REST](/reference/rest/#${object}).` },
    ])
    const fields = type.type?.type === 'reflection' ? type.type.declaration.children : type.children
    for (const field of fields ?? []) delete field.comment
  }
  // Types of attributes, which the table of attributes describes.
  for (const type of project.getReflectionsByKind(ReflectionKind.TypeAlias))
    if (/^PhotoFeed(?:Captions|Consent|Layout|Loading|Opening|Theme)$/.test(type.name))
      delete type.comment
  for (const [name, text] of Object.entries(listed)) {
    const type = find(name)
    if (!type?.isDeclaration()) throw new Error(`There is no type ${name}: adapt its reference.`)
    removeMembers(type, () => true)
    type.comment ??= new Comment()
    type.comment.summary.push({ kind: 'text', text })
  }
}

function removeMembers(
  owner: DeclarationReflection,
  isRemoved: (member: DeclarationReflection) => boolean,
): void {
  const removed = owner.children?.filter(isRemoved) ?? []
  for (const group of owner.groups ?? [])
    group.children = group.children.filter((member) => !removed.some((other) => other === member))
  if (owner.groups) owner.groups = owner.groups.filter(({ children }) => children.length > 0)
  for (const member of removed) owner.project.removeReflection(member)
}

/** Names parameters that are destructured. */
function nameParameters(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters')
      parameter.name = parameter.flags.isRest ? 'rest' : 'options'
}

let pages: Promise<ReadonlyMap<string, Root>> | undefined

async function readPages(): Promise<ReadonlyMap<string, Root>> {
  await writePages()
  const read = (entry: string) => arrangePage(readFileSync(new URL(`${entry}.md`, output), 'utf8'))
  return linkEntries(new Map(sdkEntries.map((entry) => [entry, read(entry)])))
}

/** Returns the reference of an entry, from its declarations. TypeDoc runs once for all entries. */
export async function sdkReference(entry: string): Promise<Root> {
  pages ??= readPages()
  const page = (await pages).get(entry)
  if (!page) throw new Error(`There is no entry ${entry}. Known: ${sdkEntries.join(', ')}.`)
  return page
}
