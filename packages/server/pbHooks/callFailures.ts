import type { ScriptFailure, ScriptOutcome } from './messages.ts'

/** The failure of a call that gets no thread. */
export const busy: ScriptFailure = { status: 503, message: 'The server is busy. Please try again in a moment.', data: {} }

/** The failure of a request whose change is committed. A repeated request would make the change again. */
export const busyAfterChange: ScriptFailure = {
  status: 503,
  message: 'The change was saved, but the server is too busy to call the hooks after it.',
  data: {},
}

/** The failure of a call whose thread was ended. */
export const ended: ScriptFailure = { status: 500, message: 'A handler of pb_hooks was ended.', data: {} }

/** Returns the outcome of a call without a response. */
export function outcomeOf(failure: ScriptFailure): ScriptOutcome {
  return { response: { headers: [] }, failure }
}
