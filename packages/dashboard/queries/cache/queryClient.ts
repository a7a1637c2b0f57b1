import { QueryClient } from '@tanstack/react-query'

/** What is known of the server, for all screens. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, retryOnMount: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})
