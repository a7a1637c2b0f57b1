export type RuleName = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule'

/** A request that a rule of the cookbook allows or rejects. */
export interface RecipeCase {
  /** What the page says, such as "Ben updates his own post". */
  text: string
  by: 'guest' | 'ada' | 'ben' | 'admin'
  /** The record to list, view, update or delete. */
  record?: string
  body?: Record<string, unknown>
  headers?: Record<string, string>
  allowed: boolean
}

/** A rule of the cookbook with the requests that show what it does. */
export interface Recipe {
  title: string
  collection: string
  rule: RuleName
  /** The text of the rule; null lets only admins in. */
  text: string | null
  explanation: string
  cases: RecipeCase[]
}
