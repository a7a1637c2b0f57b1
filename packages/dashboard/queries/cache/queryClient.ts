import { QueryClient } from '@tanstack/react-query'

/** Query cache that all screens share. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, retryOnMount: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})
