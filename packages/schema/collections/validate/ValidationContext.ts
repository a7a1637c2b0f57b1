import type { Span } from '../../filter/tree.ts'
import type { Collection } from '../Collection.ts'

/** The reason why a rule is invalid, in the wording of PocketBase 0.22, and its position in the text. */
export interface RuleError {
  reason: string
  position: Span
}

/** The server state that the validation of a collection depends on. */
export interface ValidationContext {
  /** The stored version of the collection; absent for a new one. */
  before: Collection | undefined
  /** All stored collections, including this one. */
  collections: readonly Pick<Collection, 'id' | 'name' | 'type'>[]
  /** Validates the syntax of a rule and the fields it refers to. */
  findRuleError: (rule: string) => RuleError | undefined
  /** Whether a base collection can have no fields of its own, as in PocketBase 0.23 and later. */
  isNewer?: boolean | undefined
  /** Returns the reason why a view query cannot be used. */
  queryError?: string | undefined
}
