import type { WebHook } from '@coffer/schema'
import { productVersion } from '../config/config.ts'
import { messageOf } from '../errors/inspectError.ts'
import type { DeliveryOutcome, DueDelivery } from '../events/deliveries/Delivery.ts'
import { PrivateAddressError } from '../runtime/addresses/openRequest.ts'
import { postMessage, type WebHookResponse } from './postMessage.ts'
import { signMessage } from './signMessage.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Delays in milliseconds after failed attempts, as the Standard Webhooks specification recommends. There is one more attempt. */
const defaultRetryDelaysMs = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs]
/** Maximum delay in milliseconds that a receiver can ask for. */
const maxRetryAfterMs = 24 * hourMs

/** What the log of deliveries shows of an attempt. */
interface WebHookAttempt {
  /** Status of the response; absent if there was none. */
  status?: number
  /** The beginning of the response. */
  response?: string
  error?: string
  durationMs?: number
}

/** Where the messages of a web hook are sent, and what they are signed with. */
export interface MessageReceiver extends Pick<WebHook, 'url' | 'secret'> {
  /** The time of the signature. Receivers reject messages whose time is minutes off, so it is that of `databaseTime`. */
  now: number
}

/** How web hooks are delivered. */
export interface WebHookDelivery {
  /** Whether receivers can have private addresses. */
  allowsPrivate: boolean
  retryDelaysMs?: readonly number[]
}

/** Whether a receiver asks for an end, as the Standard Webhooks specification says. */
const isGone = (status: number | undefined): boolean => status === 410

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function errorOf({ status }: WebHookResponse): string | undefined {
  if (isSuccess(status)) return undefined
  if (isGone(status)) return `The receiver responded with status ${status}, so the web hook was disabled.`
  if (status >= 300 && status < 400) return 'The receiver redirects, which is not followed. Enter the final URL.'
  return `The receiver responded with status ${status}.`
}

/** Returns when a failed delivery is due again; undefined if further attempts are useless. */
function nextAttempt(
  { attempts }: DueDelivery,
  error: unknown,
  response: WebHookResponse | undefined,
  delays: readonly number[],
): number | undefined {
  if (error instanceof PrivateAddressError || isGone(response?.status)) return undefined
  const delay = delays[attempts]
  if (delay === undefined) return undefined
  const wanted = Math.min((response?.retryAfterSeconds ?? 0) * 1000, maxRetryAfterMs)
  return Date.now() + Math.max(delay, wanted)
}

/** Returns why a message could not be sent, with advice if the address is private. */
function failureOf(error: unknown): string {
  if (!(error instanceof PrivateAddressError)) return messageOf(error)
  return `${messageOf(error)} Choose a public one, or start the server with --privateWebHooks if you trust everybody who can edit web hooks.`
}

/** Sends a message to its receiver, and returns what becomes of the delivery, and whether the receiver wants no further messages. */
export async function deliverWebHook(
  { url, secret, now }: MessageReceiver,
  delivery: DueDelivery,
  signal: AbortSignal,
  { allowsPrivate, retryDelaysMs = defaultRetryDelaysMs }: WebHookDelivery,
): Promise<{ outcome: DeliveryOutcome; isGone: boolean }> {
  const { message, content } = delivery
  const timestamp = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Coffer/${productVersion()}`,
    'webhook-id': message,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signMessage(secret, message, timestamp, content),
  }
  const startedAt = performance.now()
  let response: WebHookResponse | undefined
  let failure: unknown
  try {
    response = await postMessage(new URL(url), headers, content, { allowsPrivate, signal })
  } catch (error) {
    failure = error
  }
  const error = response ? errorOf(response) : failureOf(failure)
  const attempt: WebHookAttempt = {
    ...(response && { status: response.status, response: response.text }),
    ...(error !== undefined && { error }),
    durationMs: Math.round(performance.now() - startedAt),
  }
  const outcome = JSON.stringify(attempt)
  if (error === undefined) return { outcome: { state: 'delivered', outcome }, isGone: false }
  const due = nextAttempt(delivery, failure, response, retryDelaysMs)
  return {
    outcome: due === undefined ? { state: 'parked', outcome } : { state: 'waiting', due, outcome },
    isGone: isGone(response?.status),
  }
}
