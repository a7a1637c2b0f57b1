import type { Http2Session } from 'node:http2'
import type { HttpApp } from '../app.ts'
import { isCanceled } from './httpMessages.ts'

/**
 * Maximum number of requests of an HTTP/2 connection that are handled at the same time. Canceled requests count until their work is
 * done, so that a client cannot cause more work by canceling. Open event streams do not count.
 */
const maxHandled = 32

/** The requests of one connection. */
interface Load {
  handled: number
  waiting: Set<() => void>
  /** Whether the waiting requests will be handled at the end of this iteration of the event loop. */
  isScheduled: boolean
}

/**
 * Handles the requests of an HTTP/2 connection at the same time, up to a maximum. Further requests wait until they are canceled. All
 * wait for the end of the iteration of the event loop, because a client can cancel a request in the same packet, which Node reports later.
 */
export function handleConcurrently(handle: HttpApp): HttpApp {
  const loads = new WeakMap<Http2Session, Load>()
  const loadOf = (session: Http2Session): Load => {
    const load = loads.get(session) ?? { handled: 0, waiting: new Set(), isScheduled: false }
    loads.set(session, load)
    return load
  }
  const runWaiting = (load: Load): void => {
    for (const run of load.waiting) {
      if (load.handled >= maxHandled) return
      load.waiting.delete(run)
      run()
    }
  }
  const schedule = (load: Load): void => {
    if (load.isScheduled) return
    load.isScheduled = true
    setImmediate(() => {
      load.isScheduled = false
      runWaiting(load)
    })
  }
  return (incoming, outgoing) => {
    const session = outgoing.stream?.session
    // Without a session, the client has disconnected.
    if (!session) return
    const load = loadOf(session)
    const finish = () => {
      load.handled -= 1
      if (load.waiting.size > 0) schedule(load)
    }
    const run = () => {
      const handling = isCanceled(outgoing) ? undefined : handle(incoming, outgoing)
      if (!handling) return
      load.handled += 1
      handling.then(finish, finish)
    }
    load.waiting.add(run)
    outgoing.stream?.once('close', () => load.waiting.delete(run))
    schedule(load)
  }
}
