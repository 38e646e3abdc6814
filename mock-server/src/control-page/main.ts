import { createAct } from './actions.ts'
import { createConnection } from './connection.ts'
import { copyable } from './copyable.ts'
import { element, part } from './element.ts'
import { createNote } from './note.ts'
import { createRequestList } from './request-list.ts'
import { createScenarioList } from './scenario-list.ts'
import { watch } from './watch.ts'

const note = createNote()
const connection = createConnection()
const act = createAct(note, () => refresh())
const showScenarios = createScenarioList(act, note)
const showRequests = createRequestList()

const address = { name: 'the address of the mock', text: () => location.origin, note }
part('p', 'address').append(copyable(element('code', {}, location.origin), address))
part('button', 'reset-all').addEventListener('click', () =>
  act({
    name: 'reset',
    body: {},
    done: () => 'Every scenario is as it was at the start; copies and requests are gone.',
  }),
)

const refresh = watch({
  show(state) {
    connection.found()
    showScenarios(state)
    showRequests(state.requests)
  },
  fail: connection.lost,
})
