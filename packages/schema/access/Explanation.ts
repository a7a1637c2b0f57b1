import type { Rule } from '../collections/Collection.ts'
import type { Span } from '../filter/tree.ts'
import type { RuleAction } from './Exposure.ts'

/** The actions of single requests for records. */
export type ExplainedAction = Exclude<RuleAction, 'manage'>

/** A value as it was compared. Long texts are cut. */
export type ExplainedValue = string | number | boolean | null

/** A record that a path has led to. Its id is null if there is none. */
export interface PathStep {
  collection: string
  id: string | null
}

/** One side of a comparison. */
export interface ExplainedSide {
  value: ExplainedValue
  /** Whether the value is the hash of a password, which nothing shows. It is null here. */
  isSecret?: true
  /** The records that the path has followed, from the queried record on. Absent for values of the record and the request themselves. */
  path?: PathStep[]
}

/** A comparison of two values, which are of the record or of one of several rows that a path leads to. */
export interface ExplainedRow {
  left: ExplainedSide
  right: ExplainedSide
  /** Whether the comparison holds for these values. False for a hidden email, which lists never compare. */
  isMet: boolean
}

export interface ExplainedComparison {
  kind: 'comparison'
  /** As written, such as `author.id ?= "x"`. */
  text: string
  span: Span
  isMet: boolean
  /** Whether a path leads to several rows, of which `?=` needs one, and `=` all. */
  hasMany: boolean
  /** The row that decided, if one did; otherwise the first rows. */
  rows: ExplainedRow[]
}

export interface ExplainedGroup {
  kind: 'and' | 'or'
  text: string
  span: Span
  /** Not always what its parts say: comparisons of the same rows have to be met by one of them together. */
  isMet: boolean
  parts: ExplainedNode[]
  /** Number of parts that are not shown, because the rule is too long. */
  omitted?: number
}

export type ExplainedNode = ExplainedComparison | ExplainedGroup

/** A rule or the filter of a list, evaluated for a record. */
export interface ExplainedCondition {
  source: 'rule' | 'filter'
  text: string
  tree: ExplainedNode
}

/** The response that the API gives to the request. */
export interface Verdict {
  /** Whether the request succeeds. A list succeeds also if it is empty. */
  isAllowed: boolean
  status: number
  /** '' for a success. */
  message: string
  /** What is wrong with the data, by field. */
  issues: Record<string, { code: string; message: string }>
  /** Number of records in the list. */
  total?: number
  /** Ids of the records on the requested page of the list, in its order. */
  listed?: string[]
  /** Whether the list, on one of its pages, has the explained record. */
  hasRecord?: boolean
}

/** A change that turns the verdict of the rule, with all else as it is. It has been tried. */
export interface SuggestedChange {
  /** What is changed: the record, what the client sends, or the rule. */
  kind: 'record' | 'request' | 'rule'
  /** A sentence. */
  text: string
  /** The new rule. */
  rule?: Rule
}

/** Why the API responds to a request as it does. */
export interface Explanation {
  action: ExplainedAction
  collection: string
  /** Key of the persona. */
  persona: string
  rule: Rule
  verdict: Verdict
  /** Whether the API calls hooks for such a request. They were not called, so what they reject, filter or set is missing. */
  hasHooks?: true
  /** The id of the record for which the rule is evaluated. Absent if it was not evaluated. */
  record?: string
  /** Whether the record was chosen as an example, because the request names none. */
  isExample?: true
  /** Empty if everyone or nobody is allowed, and if the request fails before its rule is evaluated. */
  conditions: ExplainedCondition[]
  /** Why there are no conditions, or why none of the changes is enough. */
  note?: string
  changes: SuggestedChange[]
}
