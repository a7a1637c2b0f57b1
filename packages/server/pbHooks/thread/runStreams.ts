import type { HookedMessage } from '../../realtime/StreamHooks.ts'
import type { MessageCall, ScriptOutcome, ScriptRequest } from '../messages.ts'
import { contextOf } from './contextOf.ts'
import { failureOf } from './errors.ts'
import type { HttpContext } from './HttpContext.ts'
import type { Scripts } from './Scripts.ts'
import { StreamClient, SubscriptionMessage } from './StreamClient.ts'

const noTable = { id: '', name: '' }

/** What hooks see of a stream. The request that has opened it is loaded when they ask for it. */
class StreamEvent {
  readonly client: StreamClient
  message: SubscriptionMessage
  readonly #load: () => HttpContext
  #context: HttpContext | undefined

  constructor(scripts: Scripts, clientId: string, message = new SubscriptionMessage()) {
    this.client = new StreamClient(scripts, clientId)
    this.message = message
    this.#load = () => contextOf(scripts, scripts.callHost('streams', ['request', clientId]) as ScriptRequest)
  }

  get httpContext(): HttpContext {
    this.#context ??= this.#load()
    return this.#context
  }
}

/** Calls the hooks of messages. A message whose hook throws closes the stream of its client. */
export function runMessages(scripts: Scripts, { time, messages }: MessageCall): ScriptOutcome {
  const name = time === 'before' ? 'onRealtimeBeforeMessageSend' : 'onRealtimeAfterMessageSend'
  const run = ({ clientId, ...sent }: MessageCall['messages'][number]): HookedMessage => {
    const event = new StreamEvent(scripts, clientId, SubscriptionMessage.received(sent.name, sent.data))
    try {
      return scripts.runHooks(name, noTable, event) ? event.message.toSend() : 'omit'
    } catch (error) {
      scripts.callHost('note', [`A hook of ${name} has failed: ${failureOf(error).details ?? String(error)}`])
      return 'close'
    }
  }
  return { response: { headers: [] }, messages: messages.map(run) }
}

/** Calls the hooks of a stream that has ended. */
export function runStreamEvent(scripts: Scripts, name: string, clientId: string): ScriptOutcome {
  scripts.runHooks(name, noTable, new StreamEvent(scripts, clientId))
  return { response: { headers: [] } }
}
