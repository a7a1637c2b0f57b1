import type { QueryClient } from '@tanstack/react-query'
import { waitForRenewal } from '../accounts/signIn.ts'
import { client, connection } from '../connection/client.ts'
import { recordCountsQuery } from './recordCounts.ts'
import { recountOutdated } from './records.ts'

/** The server sends admins an event on this topic when they subscribe, and at most once per second while records change. */
const topic = '@recordCounts'

const firstRetryMs = 1_000
const maxRetryMs = 60_000

/**
 * Keeps the record counts up to date with changes that other clients make, until the returned function is called. The event stream
 * is closed while the tab is hidden, because a browser opens only six connections to a server over HTTP/1.1.
 */
export function followRecordCounts(queryClient: QueryClient): () => void {
  const refresh = createRefresher(queryClient)
  let isStopped = false
  let isOpen = false
  let retryMs = firstRetryMs
  let retry: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    isOpen = false
    clearTimeout(retry)
    void client.realtime.unsubscribe(topic)
  }
  const update = () => {
    const isWanted =
      !isStopped && document.visibilityState === 'visible' && client.authStore.isValid && !connection.current().isLost
    if (isWanted === isOpen) return
    if (!isWanted) return close()
    isOpen = true
    client.realtime.subscribe(topic, refresh).then(
      () => {
        retryMs = firstRetryMs
      },
      // The client library reopens a stream that ends, but gives up one that fails before its first subscription.
      () => {
        retry = setTimeout(reopen, retryMs)
        retryMs = Math.min(retryMs * 2, maxRetryMs)
      },
    )
  }
  // A stream belongs to the token with which it was subscribed.
  const reopen = () => {
    close()
    update()
  }

  document.addEventListener('visibilitychange', update)
  const stopConnection = connection.subscribe(update)
  const stopSession = client.authStore.onChange(reopen)
  // A new token would reopen the stream at once.
  void waitForRenewal().then(update)
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', update)
    stopConnection()
    stopSession()
    close()
  }
}

/**
 * Returns a function that refetches the counts, then the outdated totals of open lists. The totals have their own queue, so that a
 * slow total does not delay the counts.
 */
function createRefresher(queryClient: QueryClient): () => Promise<void> {
  const refreshTotals = runOneAtATime(async () => {
    const collectionIds = Object.keys(queryClient.getQueryData(recordCountsQuery.queryKey) ?? {})
    await Promise.all(collectionIds.map(id => recountOutdated(queryClient, id)))
  })
  return runOneAtATime(async () => {
    await refetchCounts(queryClient)
    void refreshTotals()
  })
}

/**
 * Returns a function that runs the action. If it is running already, it runs once more afterward, so that the next event does not
 * cancel a slow request.
 */
function runOneAtATime(action: () => Promise<void>): () => Promise<void> {
  let isDue = false
  let isRunning = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      await action()
    }
    isRunning = false
  }
}

async function refetchCounts(queryClient: QueryClient): Promise<void> {
  // Ignores a request in flight, whose response may precede the change. Prefetches, because with a closed sidebar no component uses
  // the query.
  await queryClient.cancelQueries(recordCountsQuery)
  await queryClient.prefetchQuery({ ...recordCountsQuery, staleTime: 0 })
}
