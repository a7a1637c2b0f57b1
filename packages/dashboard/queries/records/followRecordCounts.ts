import type { QueryClient } from '@tanstack/react-query'
import { waitForRenewal } from '../accounts/signIn.ts'
import { client, connection } from '../connection/client.ts'
import { recordCountsQuery } from './recordCounts.ts'
import { recountRecords } from './records.ts'

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

/** Returns a function that refetches the counts, one request at a time, so that the next event does not cancel a slow one. */
function createRefresher(queryClient: QueryClient): () => Promise<void> {
  let isDue = false
  let isRunning = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      await refreshCounts(queryClient)
    }
    isRunning = false
  }
}

/**
 * Refetches the counts, and the totals of open lists of collections whose count has changed, or was not known yet. Lists keep their
 * rows.
 */
async function refreshCounts(queryClient: QueryClient): Promise<void> {
  const before = queryClient.getQueryData(recordCountsQuery.queryKey)
  // Ignores a request in flight, whose response may precede the change. Prefetches, because with a closed sidebar no component uses
  // the query.
  await queryClient.cancelQueries(recordCountsQuery)
  await queryClient.prefetchQuery({ ...recordCountsQuery, staleTime: 0 })
  const after = queryClient.getQueryData(recordCountsQuery.queryKey)
  if (!after) return
  const changed = Object.keys(after).filter(id => before?.[id] !== after[id])
  await Promise.all(changed.map(id => recountRecords(queryClient, id)))
}
