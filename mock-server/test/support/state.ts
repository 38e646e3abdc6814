import { controlState } from '../../src/control/control-api.ts'
import { type MockControls, serviceOf } from '../../src/mock-controls.ts'

/** Returns what the control page shows. */
export const stateOf = (mock: MockControls) => controlState(serviceOf(mock).current)
