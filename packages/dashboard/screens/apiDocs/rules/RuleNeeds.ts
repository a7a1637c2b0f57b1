import type { AuthCollection, Operator } from '@coffer/schema'

/** The calls that a rule guards. */
export type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** Who has to sign in before a call. Undefined: nobody. */
export type SignIn = AuthCollection | 'admin' | undefined

export type Literal = string | number | boolean

/** A comparison of a sent value with a fixed one. */
export interface ValueTest {
  operator: Operator
  /** Whether one of several values is enough, as in `?=`. */
  any: boolean
  modifier?: string | undefined
  wanted: Literal
}

/** What a rule requires of one field of the body. */
export interface FieldNeed {
  /** Whether the rule requires that the field is sent, or that it is not. */
  isSent?: boolean
  /** The field takes the value that the signed-in record has under this key. */
  requesterKey?: string
  tests: ValueTest[]
  /** Conditions on the record that the field refers to. */
  related: string[]
}

/** What a request must look like to pass a rule. All conditions are filters. */
export interface RuleNeeds {
  signIn: SignIn
  /** Conditions on the record that signs in. */
  account: string[]
  /** The call is about the record that signs in. */
  isOwnRecord: boolean
  /** Conditions on the record that the call is about. */
  record: string[]
  fields: Map<string, FieldNeed>
  query: Record<string, string>
  headers: Record<string, string>
  /** Parts of the rule that are too complex to derive anything from. */
  underived: string[]
}

export const noNeeds = (): RuleNeeds => ({
  ...{ signIn: undefined, account: [], isOwnRecord: false, record: [] },
  ...{ fields: new Map(), query: {}, headers: {}, underived: [] },
})
