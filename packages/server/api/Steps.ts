import type { ApiReply } from '../messages/ApiReply.ts'
import type { InnerRequest } from '../messages/ApiRequest.ts'
import type { Attempt } from '../messages/Attempt.ts'
import type { HookCall } from '../messages/HookCall.ts'
import type { ScriptedCall } from '../messages/ScriptedCall.ts'
import type { Call, MainCall } from './Call.ts'

/** Continues a request with the next step. */
export interface Next<State> {
  kind: 'next'
  /** What the next step needs, as plain data that can be sent between threads. */
  state: State
}

/** Repeats the step once an attempt is counted, unless the client has failed too often. */
export interface CountAttempt {
  kind: 'countAttempt'
  attempt: Attempt
}

/** Repeats the step once the requests of a batch are counted. It then finds the result in `request.innerCount`. */
export interface CountRequests {
  kind: 'countRequests'
  requests: readonly InnerRequest[]
}

/** Repeats the step as soon as it is the turn of the request's client, because the step hashes passwords. */
export interface TakeTurn {
  kind: 'takeTurn'
  /** How long the hashes take, as an estimate. */
  ms: number
}

/** Repeats the step as soon as it is the turn of the request's client, because the transaction of the step calls hooks. */
export interface TakeHookTurn {
  kind: 'takeHookTurn'
}

/** Repeats the step once hooks have been called, unless they reject the change. */
export interface CallHooks {
  kind: 'callHooks'
  call: HookCall
  /** Whether the step makes several changes, with hooks for each. It then finds what they have left in `request.hookedChanges`. */
  isOneOfSeveral?: true
}

/** Repeats the step once hooks of scripts have been called, unless they reject it, or sends the reply after them. */
export interface CallScripts {
  kind: 'callScripts'
  call: ScriptedCall
  /** Set for one change of a batch. The hooks after it are called once all changes are made. */
  isOneOfSeveral?: true
  /** The reply that follows the hooks. The call has its JSON. */
  reply?: ApiReply
  /** Whether the request is answered at once with 204, so that nobody can tell whether there is more to do. */
  isInBackground?: true
}

/** What a step asks the main thread for, before it is repeated or the next one runs. */
export type Demand = CountAttempt | CountRequests | TakeTurn | TakeHookTurn | CallHooks | CallScripts

/** The result of a step. The JSON of a response is a value or a `JsonSource`. */
export type Outcome<State> = ApiReply<unknown> | Next<State> | Demand

/** Continues a request with the next step. */
export function next<State>(state: State): Next<State> {
  return { kind: 'next', state }
}

/** Repeats the step once an attempt is counted. The step then finds it in `request.counted`. */
export function countAttempt(attempt: Attempt): CountAttempt {
  return { kind: 'countAttempt', attempt }
}

/** The first step of an endpoint whose work is in the main thread: the requester is authenticated, and the guard has let it pass. */
export async function authorize(): Promise<Next<undefined>> {
  return next(undefined)
}

/** A step in a reader. Unless it is `once`, it is repeated if collections change while it runs, so it must have no effects. */
interface ReaderStep {
  on: 'reader'
  /** Whether it mostly waits for something other than the database, such as a password hash, so that it does not occupy a reader. */
  waits?: true
  /** Whether it must never be repeated, as what it sends to another server is accepted only once. It must not read views. */
  once?: true
  run: (call: Call, state: never) => Promise<Outcome<unknown>>
}

/** A step in the writer. */
interface WriterStep {
  on: 'writer'
  /** Whether it changes collections. Nothing else in the writer uses collections at the same time. */
  isExclusive?: true
  run: (call: Call, state: never) => Promise<Outcome<unknown>>
}

/** A step in the main thread, which has what other threads lack. */
interface MainStep {
  on: 'main'
  run: (call: MainCall, state: never) => Promise<Outcome<unknown>>
}

export type ThreadStep = ReaderStep | WriterStep
export type Step = ThreadStep | MainStep

type Run<On, State, After> = (call: On, state: State) => Promise<Outcome<After>>

/**
 * The steps of an endpoint, each in its thread. The first one that responds is the last. Its type has the state that the last step
 * leaves for another one; it is `never` once all requests get a response.
 */
export class Steps<State> {
  declare readonly state: State
  readonly list: readonly Step[]

  constructor(list: readonly Step[]) {
    this.list = list
  }

  inReader<After = never>(run: Run<Call, State, After>): Steps<After> {
    return this.#with({ on: 'reader', run })
  }

  /** Adds a step that does not occupy a reader, because it mostly waits for something other than the database. */
  inReaderConcurrently<After = never>(run: Run<Call, State, After>): Steps<After> {
    return this.#with({ on: 'reader', waits: true, run })
  }

  /** Adds a step that waits for another server and is never repeated. */
  inReaderOnce<After = never>(run: Run<Call, State, After>): Steps<After> {
    return this.#with({ on: 'reader', waits: true, once: true, run })
  }

  inWriter<After = never>(run: Run<Call, State, After>): Steps<After> {
    return this.#with({ on: 'writer', run })
  }

  /** Adds a step that changes collections. */
  inWriterExclusively<After = never>(run: Run<Call, State, After>): Steps<After> {
    return this.#with({ on: 'writer', isExclusive: true, run })
  }

  inMain<After = never>(run: Run<MainCall, State, After>): Steps<After> {
    return this.#with({ on: 'main', run })
  }

  #with<After>(step: Step): Steps<After> {
    return new Steps([...this.list, step])
  }
}

const none = new Steps<undefined>([])

/** Returns steps that begin in a reader. */
export function inReader<After = never>(run: Run<Call, undefined, After>): Steps<After> {
  return none.inReader(run)
}

/** Returns steps that begin in a reader, but do not occupy it, because the first one mostly waits for something else. */
export function inReaderConcurrently<After = never>(run: Run<Call, undefined, After>): Steps<After> {
  return none.inReaderConcurrently(run)
}

/** Returns steps of which the first waits for another server and is never repeated. */
export function inReaderOnce<After = never>(run: Run<Call, undefined, After>): Steps<After> {
  return none.inReaderOnce(run)
}

/** Returns steps that begin in the writer. */
export function inWriter<After = never>(run: Run<Call, undefined, After>): Steps<After> {
  return none.inWriter(run)
}

/** Returns steps that begin in the writer and change collections. */
export function inWriterExclusively<After = never>(run: Run<Call, undefined, After>): Steps<After> {
  return none.inWriterExclusively(run)
}

/** Returns steps that begin in the main thread, before the requester is authenticated. */
export function inMain<After = never>(run: Run<MainCall, undefined, After>): Steps<After> {
  return none.inMain(run)
}
