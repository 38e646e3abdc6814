import { MockWorker } from '../mock-worker'

export default function Page() {
  return (
    <MockWorker>
      <h1>The mock runs in this page</h1>
    </MockWorker>
  )
}
