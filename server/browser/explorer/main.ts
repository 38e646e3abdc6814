import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { sdl } from '@photofeed/graphql'
import { graphql } from 'cm6-graphql'
import { buildSchema, parse, print } from 'graphql'
import { chosenAccount } from '../chosen-account.ts'
import { element, part } from '../element.ts'
import { documentation } from './documentation.ts'
import { createEditor, replaceText, textOf } from './editor.ts'
import { examples } from './examples.ts'
import { createFetcher } from './fetcher.ts'
import './explorer.css'

const schema = buildSchema(sdl)
const [first] = Object.values(examples)
const send = createFetcher(chosenAccount(part('select', 'account')))

const status = part('p', 'status')
const runKeys = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: runByKey }]))
// The texts are stored for as long as the tab is open, the key never.
const query = createEditor(
  'Query',
  sessionStorage.getItem('explorer:query') ?? first?.query ?? '',
  [runKeys, graphql(schema), autocompletion(), keymap.of(completionKeymap)],
)
const variables = createEditor(
  'Variables',
  sessionStorage.getItem('explorer:variables') ?? first?.variables ?? '',
  [runKeys, json()],
)
const response = createEditor('Response', '', [json(), EditorState.readOnly.of(true)])

function runByKey(): boolean {
  void run()
  return true
}

async function run(): Promise<void> {
  sessionStorage.setItem('explorer:query', textOf(query))
  sessionStorage.setItem('explorer:variables', textOf(variables))
  status.textContent = 'The query is running.'
  try {
    const request = { query: textOf(query), variables: readVariables(), ...chosenOperation() }
    showTypes(false)
    const { body, summary } = await send(request)
    replaceText(response, JSON.stringify(body, null, 2))
    status.textContent = summary
  } catch (error) {
    status.textContent = (error as Error).message
  }
}

function readVariables(): unknown {
  try {
    return JSON.parse(textOf(variables) || '{}')
  } catch (error) {
    throw new Error(`The variables are not valid JSON. ${(error as Error).message}`)
  }
}

/** The name of the operation at the cursor, else of the first; nothing if it has no name. */
function chosenOperation(): { operationName?: string } {
  const cursor = query.state.selection.main.head
  const operations = definitions().filter(({ kind }) => kind === 'OperationDefinition')
  const chosen = operations.find(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end)
  const { name } = (chosen ?? operations[0] ?? {}) as { name?: { value: string } }
  return name ? { operationName: name.value } : {}
}

/** Empty if the query has a mistake, which the service then reports. */
function definitions() {
  try {
    return parse(textOf(query)).definitions
  } catch {
    return []
  }
}

function format(): void {
  try {
    replaceText(query, print(parse(textOf(query))))
  } catch (error) {
    status.textContent = (error as Error).message
  }
}

const types = documentation(schema)
const responsePanel = panel('Response', response.dom)
const typesButton = element('button', {
  type: 'button',
  className: 'button',
  textContent: 'Documentation',
  ariaExpanded: 'false',
  onclick: () => showTypes(types.hidden === true),
})

/** The types take the place of the response, so that the editors keep their width. */
function showTypes(areShown: boolean): void {
  types.hidden = !areShown
  responsePanel.hidden = areShown
  typesButton.ariaExpanded = String(areShown)
  // On a phone it is below the editors.
  if (areShown) types.scrollIntoView({ block: 'nearest' })
}

part('div', 'buttons').replaceChildren(
  element('button', {
    type: 'button',
    className: 'button main',
    textContent: 'Run the query',
    title: 'Ctrl+Enter, or Command+Enter',
    onclick: run,
  }),
  exampleMenu(),
  element('button', {
    type: 'button',
    className: 'button',
    textContent: 'Format',
    onclick: format,
  }),
  typesButton,
)
part('div', 'explorer').replaceChildren(
  element(
    'div',
    { className: 'request' },
    panel('Query', query.dom),
    panel('Variables', variables.dom),
  ),
  responsePanel,
  types,
)

/** Creates a menu of queries, which takes the place of the query and runs it. */
function exampleMenu(): HTMLElement {
  const menu = element(
    'select',
    { className: 'input', ariaLabel: 'Examples' },
    element('option', { value: '' }, 'Examples'),
    ...Object.keys(examples).map((name) => element('option', { value: name }, name)),
  )
  menu.addEventListener('change', () => {
    const example = examples[menu.value]
    menu.value = ''
    if (!example) return
    replaceText(query, example.query)
    replaceText(variables, example.variables)
    void run()
  })
  return menu
}

// A reader sees what a response looks like before the first click.
void run()

function panel(title: string, editor: HTMLElement): HTMLElement {
  return element('section', { className: title.toLowerCase() }, element('h2', {}, title), editor)
}
