import type { WebHook, WebHookOptions } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'

/** A web hook with the numbers of its deliveries. */
export interface ListedWebHook extends WebHook {
  deliveries: { waiting: number; delivered: number; parked: number }
}

/** A message to a web hook. Dates are in UTC, as in `2024-05-06 07:08:09.000Z`, or empty. */
export interface WebHookDelivery {
  id: string
  state: 'waiting' | 'delivered' | 'parked'
  created: string
  /** When the next attempt is due. */
  due: string
  attempted: string
  attempts: number
  /** The last attempt. */
  last: { status?: number; response?: string; error?: string; durationMs?: number }
  /** The message; absent if it is long. A test message is about no record. */
  body?: { type: string; data: { collection?: { name: string }; recordId?: string } }
}

const pollingIntervalMs = 5_000

/** Lists all web hooks. Polled while the page is visible, because of the numbers of deliveries. */
export const webHooksQuery = queryOptions({
  queryKey: ['webHooks'],
  queryFn: ({ signal }): Promise<ListedWebHook[]> => client.send('/api/web-hooks', { signal }),
  staleTime: 0,
  refetchInterval: pollingIntervalMs,
})

/** Lists the newest deliveries of a web hook, newest first. Polled while they are shown. */
export function deliveriesQuery(hook: string) {
  return queryOptions({
    queryKey: ['webHookDeliveries', hook],
    queryFn: ({ signal }): Promise<WebHookDelivery[]> =>
      client.send(`/api/web-hooks/${encodeURIComponent(hook)}/deliveries`, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: pollingIntervalMs,
  })
}

/** Creates a web hook, and returns it with its secret. */
export function createWebHook(options: WebHookOptions): Promise<WebHook> {
  return client.send('/api/web-hooks', { method: 'POST', body: options })
}

/** Updates a web hook. With an empty secret, the result contains a new one. */
export function updateWebHook(id: string, changes: Partial<WebHookOptions> & { secret?: '' }): Promise<WebHook> {
  return client.send(`/api/web-hooks/${encodeURIComponent(id)}`, { method: 'PATCH', body: changes })
}

export async function deleteWebHook(id: string): Promise<void> {
  await client.send(`/api/web-hooks/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Sends a test message. */
export async function sendTestMessage(hook: string): Promise<void> {
  await client.send(`/api/web-hooks/${encodeURIComponent(hook)}/test`, { method: 'POST' })
}

/** Sends a message again, with all attempts. */
export async function sendAgain(hook: string, delivery: string): Promise<void> {
  await client.send(`/api/web-hooks/${encodeURIComponent(hook)}/deliveries/${delivery}/send`, { method: 'POST' })
}
