import type { QueryClient } from '@tanstack/react-query'

/** Resolves once no query is fetching, or after `timeoutMs`. */
export function whenQueriesSettle(queryClient: QueryClient, timeoutMs: number): Promise<void> {
  if (queryClient.isFetching() === 0) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, timeoutMs)
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() === 0) done()
    })
  })
}
