import type { QueryClient } from '@tanstack/react-query'

/** Resolves as soon as no query waits for an answer, or after so many milliseconds. */
export function whenAnswered(queryClient: QueryClient, longest: number): Promise<void> {
  if (queryClient.isFetching() === 0) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, longest)
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() === 0) done()
    })
  })
}
