import type { Fetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { firstQuery } from './first-query.ts'
import { queryStorage } from './query-storage.ts'
import { useSystemTheme } from './system-theme.ts'

const storage = queryStorage(sessionStorage)

/** GraphiQL without the editor of request headers, since the service reads none. */
export function Explorer({ fetcher }: { fetcher: Fetcher }) {
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      forcedTheme={useSystemTheme()}
      defaultTabs={[firstQuery]}
      isHeadersEditorEnabled={false}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
    />
  )
}
