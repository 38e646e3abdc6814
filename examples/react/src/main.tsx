import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Feed } from './feed.tsx'

const root = document.getElementById('root') as HTMLElement

// The service fetches new posts now and then, so there is no use in asking at each change of window.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 5 * 60_000 } } })

createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Feed />
  </QueryClientProvider>,
)
