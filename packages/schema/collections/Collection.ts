import type { Field } from '@coffer/fields'
import type { AuthOptions, ViewOptions } from './collectionOptions.ts'

export type CollectionType = 'base' | 'auth' | 'view'

/** An access rule: null allows only admins, '' allows everyone, any other text is a filter. */
export type Rule = string | null

interface CollectionBase {
  id: string
  created: string
  updated: string
  name: string
  system: boolean
  schema: Field[]
  indexes: string[]
  listRule: Rule
  viewRule: Rule
  createRule: Rule
  updateRule: Rule
  deleteRule: Rule
}

export interface BaseCollection extends CollectionBase {
  type: 'base'
  options: Record<string, never>
}

export interface AuthCollection extends CollectionBase {
  type: 'auth'
  options: AuthOptions
}

/**
 * The affinity of a column or expression: how SQLite converts the values with which it is compared. `real` is a numeric column that
 * contains only floating-point numbers, `column` one without a type, `none` any expression.
 */
export type Affinity = 'numeric' | 'real' | 'text' | 'column' | 'none'

export interface ViewCollection extends CollectionBase {
  type: 'view'
  options: ViewOptions
  /** Which of `created` and `updated` the query selects. Read from the database view, not part of the definition. */
  dates: readonly ('created' | 'updated')[]
  /** Fields that the database view no longer selects, because a column it reads was renamed. Their values are empty. */
  absent?: readonly string[]
  /** The affinities of the columns that have another one than the type of their field. Read from the database view. */
  affinities?: ReadonlyMap<string, Affinity>
}

export type Collection = BaseCollection | AuthCollection | ViewCollection
