import type { Field } from '@coffer/fields'
import type { AuthOptions, ViewOptions } from './collectionOptions.ts'

export type CollectionType = 'base' | 'auth' | 'view'

/** Who may do what: null is admins only, '' is everyone, anything else is a filter. */
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

export interface ViewCollection extends CollectionBase {
  type: 'view'
  options: ViewOptions
  /** Which of `created` and `updated` the query yields. Not part of the definition: read from the view itself. */
  dates: readonly ('created' | 'updated')[]
  /** Fields that the view itself no longer yields since a column that it reads was renamed; their values are empty. */
  absent?: readonly string[]
}

export type Collection = BaseCollection | AuthCollection | ViewCollection
