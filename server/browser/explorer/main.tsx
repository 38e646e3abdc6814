import { createRoot } from 'react-dom/client'
import { chosenAccount } from '../chosen-account.ts'
import { part } from '../element.ts'
import { Explorer } from './explorer.tsx'
import { createFetcher } from './fetcher.ts'
import { setUpWorkers } from './workers.ts'
import './explorer.css'

setUpWorkers()
const account = chosenAccount(part('select', 'account'))
createRoot(part('div', 'explorer')).render(<Explorer fetcher={createFetcher(account)} />)
