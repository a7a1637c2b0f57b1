import type { AuthCollection, Operator } from '@coffer/schema'

/** Calls that are restricted by a rule. */
export type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** The auth collection to sign in with before a call, or `admin`. Undefined if no session is required. */
export type SignIn = AuthCollection | 'admin' | undefined

export type Literal = string | number | boolean

/** A comparison of a sent value with a constant. */
export interface ValueTest {
  operator: Operator
  /** Whether one matching value of several is sufficient, as in `?=`. */
  any: boolean
  modifier?: string | undefined
  wanted: Literal
}

/** Requirements of a rule on one field of the body. */
export interface FieldNeed {
  /** Whether the field must be sent (true) or must not be sent (false). */
  isSent?: boolean
  /** Key of the signed-in record whose value must be sent. */
  requesterKey?: string
  tests: ValueTest[]
  /** Conditions on the record that the field references. */
  related: string[]
}

/** Requirements on a request to pass a rule. All conditions are filters. */
export interface RuleNeeds {
  signIn: SignIn
  /** Conditions on the signed-in record. */
  account: string[]
  /** Whether the call must be about the signed-in record. */
  isOwnRecord: boolean
  /** Conditions on the record of the call. */
  record: string[]
  fields: Map<string, FieldNeed>
  query: Record<string, string>
  headers: Record<string, string>
  /** Parts of the rule that are too complex to derive requirements from. */
  underived: string[]
}

export function noNeeds(): RuleNeeds {
  return {
    signIn: undefined,
    account: [],
    isOwnRecord: false,
    record: [],
    fields: new Map(),
    query: {},
    headers: {},
    underived: [],
  }
}
