import type { Span } from '../../filter/tree.ts'
import type { Collection } from '../Collection.ts'

/** Why a rule is refused, in the words of 0.22, and where in its text. */
export interface RuleFault {
  reason: string
  position: Span
}

/** What a collection is judged by beside itself. */
export interface Surroundings {
  /** The collection as it is stored; absent for a new one. */
  before: Collection | undefined
  /** All that are stored, itself included. */
  collections: readonly Pick<Collection, 'id' | 'name' | 'type'>[]
  /** Whether a rule can be read, and all that it names found. */
  findRuleFault: (rule: string) => RuleFault | undefined
  /** Why the query of a view cannot be used. */
  queryFault?: string | undefined
}
