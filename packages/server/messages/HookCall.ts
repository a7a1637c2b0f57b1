import type { Issues } from '@coffer/schema'
import type { ChangeAction, EventActor } from '../events/log/ChangeEntry.ts'

/** What hooks are called for: a change of a record, a read, or the sign-in of an auth record. */
export type HookAction = ChangeAction | 'list' | 'view' | 'signIn'

/** An action for which hooks are called, as plain data. */
export interface HookCall {
  action: HookAction
  collection: { id: string; name: string }
  /** Who makes the request. */
  user: EventActor
  /** The submitted values, before the change only. */
  input?: Record<string, unknown>
  /** The stored record: before an update, a deletion, a view or a sign-in, or after a change. */
  record?: Record<string, unknown>
  /** The record before an update. Only for hooks inside and after the change. */
  previous?: Record<string, unknown>
  /** The parameters of a list. */
  query?: Record<string, string>
  /** How an auth record signs in. */
  method?: 'password' | 'oauth2' | 'otp' | 'refresh'
}

/** What hooks have left of an action, once they were called for it. */
export interface HookedAction {
  action: HookAction
  /** The values of a change. */
  input: Record<string, unknown>
  /** A filter that the records of a list must also match; '' for all. */
  filter: string
}

/** The hooks that are called inside of the transactions of changes. */
export interface InsideHookNames {
  /** See `hookName`. */
  names: readonly string[]
  /** Time limit for all hooks of a transaction together. On SQLite, all other changes wait for them. */
  timeoutMs: number
}

/** A transaction that waits for hooks. */
export interface InsideCall {
  transaction: string
  call: HookCall
  /** Remaining time in milliseconds. */
  timeoutMs: number
}

/** How hooks inside of a transaction have ended. */
export type InsideOutcome =
  | { kind: 'passed' }
  | { kind: 'rejected'; message: string; issues: Issues }
  /** A hook failed or took too long. The error is its stack, with the key of the hook. */
  | { kind: 'failed' | 'late'; error: string }

/** Returns how a request names the hooks that are called for it. The collection `*` stands for all. */
export function hookName(collection: string, action: HookAction): string {
  return `${collection} ${action}`
}
