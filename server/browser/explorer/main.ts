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
import { createFetcher } from './fetcher.ts'
import { firstQuery } from './first-query.ts'
import './explorer.css'

const schema = buildSchema(sdl)
const send = createFetcher(chosenAccount(part('select', 'account')))

const status = element('p', { role: 'status' })
const runKeys = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: runByKey }]))
// The texts are stored for as long as the tab is open, the key never.
const query = createEditor('Query', sessionStorage.getItem('explorer:query') ?? firstQuery.query, [
  runKeys,
  graphql(schema),
  autocompletion(),
  keymap.of(completionKeymap),
])
const variables = createEditor(
  'Variables',
  sessionStorage.getItem('explorer:variables') ?? firstQuery.variables,
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
    replaceText(response, JSON.stringify(await send(request), null, 2))
    status.textContent = 'The response has arrived.'
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
const showTypes = element('button', {
  type: 'button',
  textContent: 'Documentation',
  ariaExpanded: 'false',
  onclick() {
    types.hidden = !types.hidden
    showTypes.ariaExpanded = String(!types.hidden)
  },
})

part('div', 'explorer').replaceChildren(
  element(
    'div',
    { className: 'tools' },
    element('button', {
      type: 'button',
      className: 'main',
      textContent: 'Run the query',
      title: 'Ctrl+Enter, or Command+Enter',
      onclick: run,
    }),
    element('button', { type: 'button', textContent: 'Format', onclick: format }),
    showTypes,
    status,
  ),
  element(
    'div',
    { className: 'panels' },
    types,
    element(
      'div',
      { className: 'request' },
      panel('Query', query.dom),
      panel('Variables', variables.dom),
    ),
    panel('Response', response.dom),
  ),
)

// A reader sees what a response looks like before the first click.
void run()

function panel(title: string, editor: HTMLElement): HTMLElement {
  return element('section', { className: title.toLowerCase() }, element('h2', {}, title), editor)
}
