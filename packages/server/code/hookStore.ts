import type { DeliveryOutcome, DeliveryStore, DueDelivery } from '../events/deliveries/Delivery.ts'
import type { HookCall } from '../messages/HookCall.ts'
import type { Remote } from '../runtime/Remote.ts'
import { maxTextLength } from './CodeError.ts'
import type { CodeHost } from './CodeHost.ts'
import type { HookService } from './hookService.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
/** Delays in milliseconds after failed calls. There is one more attempt. */
export const defaultRetryDelaysMs = [secondMs, 10 * secondMs, minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs]

/** Waits for work. Rejects if the signal is aborted before it ends. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Calls a hook. Rejects if the server stops before the hook ends. Its call is then repeated after the next start. */
async function callHook(
  host: CodeHost,
  delivery: DueDelivery,
  delays: readonly number[],
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  signal.throwIfAborted()
  const { target, content, attempts } = delivery
  const startedAt = performance.now()
  const error = await unlessAborted(host.callAfter(target, JSON.parse(content) as HookCall), signal)
  const durationMs = Math.round(performance.now() - startedAt)
  const outcome = JSON.stringify({ ...(error !== undefined && { error: error.slice(0, maxTextLength) }), durationMs })
  if (error === undefined) return { state: 'delivered', outcome }
  const delay = delays[attempts]
  return delay === undefined ? { state: 'parked', outcome } : { state: 'waiting', due: Date.now() + delay, outcome }
}

/** Returns what the queue of calls after changes needs: the service of the database, and the processes of this thread. */
export function hookStore(
  { plan, targets, due, settle, removeMissing }: Remote<{ hooks: HookService }>['hooks'],
  host: CodeHost,
  retryDelaysMs: readonly number[] = defaultRetryDelaysMs,
): DeliveryStore {
  return {
    plan: async () => host.isLoaded && plan(host.hooksAfter),
    // The web hooks, which read the same log, trim it.
    trim: async () => {
      if (host.isLoaded) await removeMissing(host.hooksAfter.map(({ key }) => key))
      return 0
    },
    targets: async () => {
      const known = host.hooksAfter.map(({ key }) => key)
      return (await targets()).filter(target => known.includes(target))
    },
    due,
    settle,
    deliver: (delivery, signal) => callHook(host, delivery, retryDelaysMs, signal),
  }
}
