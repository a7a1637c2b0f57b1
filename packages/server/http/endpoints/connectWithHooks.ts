import { PassThrough, pipeline, type Writable } from 'node:stream'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { scriptName } from '../../messages/ScriptedCall.ts'
import type { ScriptHost } from '../../pbHooks/ScriptHost.ts'
import type { RealtimeClient, StreamHolds } from '../../realtime/RealtimeClient.ts'
import type { Outgoing } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import { respondWith } from './handleScripts.ts'
import { scriptRequestOf } from './readScriptRequest.ts'
import { headersOf } from './scriptReplies.ts'

const event = 'onRealtimeConnectRequest'
const defaultTimeoutMs = 300_000

/** A request for an event stream. */
interface Connecting {
  head: RequestHead
  outgoing: Outgoing
  holds: StreamHolds
  lastEventId: string | undefined
}

/** Whether hooks are called before an event stream opens. */
export function hasConnectHooks(scripts: ScriptHost | undefined): scripts is ScriptHost {
  return scripts?.hookNames?.includes(scriptName('*', event)) === true
}

/** Sets the time after which the stream ends, which hooks state in nanoseconds. */
function setIdleTimeout(client: RealtimeClient, nanoseconds: unknown): void {
  const milliseconds = Number(nanoseconds) / 1e6
  if (milliseconds > 0 && milliseconds !== defaultTimeoutMs) client.setIdleTimeout(milliseconds)
}

/**
 * Opens an event stream unless a hook rejects it. Nothing is sent to the client before the hook has run.
 * @param open sends the head of the response with more headers
 * @returns the response if there is no stream
 */
export async function connectWithHooks(
  parts: Pick<HttpParts, 'realtime' | 'policy' | 'monitoring' | 'files'> & { scripts: ScriptHost },
  { head, outgoing, holds, lastEventId }: Connecting,
  open: (headers: Record<string, string>) => Writable,
): Promise<HttpResponse | undefined> {
  const stream = new PassThrough()
  const request = scriptRequestOf(parts.policy, head)
  const client = parts.realtime.add(stream, holds, lastEventId, request)
  const closed = () => void stream.destroy()
  outgoing.once('close', closed)
  const outcome = await parts.scripts.call({
    kind: 'events',
    call: {
      kind: 'events',
      events: [event],
      values: { client: { kind: 'stream', id: client.id }, idleTimeout: { kind: 'plain', value: defaultTimeoutMs * 1e6 } },
    },
    request,
  })
  outgoing.off('close', closed)
  const { response, failure, isStopped, values } = outcome
  if (failure || isStopped || response.status !== undefined) {
    stream.destroy()
    return respondWith(parts)(head, outcome)
  }
  if (stream.destroyed) return undefined
  setIdleTimeout(client, values?.idleTimeout?.kind === 'plain' ? values.idleTimeout.value : 0)
  pipeline(stream, open(headersOf(response.headers)), () => undefined)
  parts.realtime.greet(client)
  return undefined
}
