// What an owner does with the server alone, for a test that records the hosts it contacts.

import { runDashboard } from './running-dashboard.ts'
import { cardsOf, connectBy, mara, signedUp } from './visitor.ts'

const world = await runDashboard()
const visitor = await signedUp(world)
await connectBy(visitor, world)
await visitor.post('/reset-password', { email: mara.email })
const cards = await cardsOf(visitor)
await world.close()
console.log(`${cards.length} account, ${world.errors.length} errors`)
