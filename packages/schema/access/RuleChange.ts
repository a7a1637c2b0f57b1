import type { Rule } from '../collections/Collection.ts'
import type { RuleAction } from './Exposure.ts'

/** The records that a requester gains and loses by a changed rule. */
export interface AccessDifference {
  /** Undefined if they could not be counted. Scaled up if only a sample of the records was examined. */
  gained?: number
  lost?: number
}

/** What a changed rule means for one auth record. */
export interface UserDifference extends AccessDifference {
  /** Key of the persona. */
  persona: string
  username: string
  collection: string
  /** Ids of the records, at most 1,000. Present if the request names this persona. */
  gainedIds?: string[]
  lostIds?: string[]
}

/** What a changed rule opens and closes. */
export interface RuleChange {
  action: RuleAction
  before: Rule
  after: Rule
  /**
   * Whether everyone, also a guest, is allowed on every record then, and was not before: by the rule alone, also if only in the context
   * of realtime events or protected files, or because guests then reach every stored record.
   */
  opensToEveryone: boolean
  /** Whether that is only possible, because the rule names what is not saved yet, or there was no time to evaluate it. */
  isUncertain?: true
  /** Absent for create rules, which have no records. */
  guests?: AccessDifference & {
    /** Ids of the records, at most 1,000. */
    gainedIds: string[]
    lostIds: string[]
  }
  /** Absent if the rules treat all users as guests. If the request names a persona, only that one was examined. */
  users?: {
    /** Number of auth records, and how many of them were examined. */
    total: number
    examined: number
    /** Number of examined auth records that gain and lose records. */
    gaining: number
    losing: number
    /** The examined users who gain or lose records. */
    changed: UserDifference[]
  }
  /** Number of examined records, if the table is large. */
  sample?: number
  /** Why the new rule cannot be evaluated, such as for a field that is not saved yet. */
  error?: string
}
