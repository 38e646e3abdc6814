import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Feed } from './feed.tsx'
import './index.css'

// The service fetches new posts at most once an hour, so refetching on each focus of the window is useless.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 5 * 60_000 } } })

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <Feed />
  </QueryClientProvider>,
)
