import type { AuthCollection } from '@coffer/schema'
import type { StoredValues } from '../../db/engine.ts'

/** The values of `@request.*`. */
export interface RequestValues {
  /** `default`, `realtime`, `protectedFile` or `oauth2`. */
  readonly context: string
  /** Upper-case. */
  readonly method: string
  /** The first value of each parameter. */
  readonly query: Readonly<Record<string, string>>
  /** By lower-case names with underscores for hyphens. */
  readonly headers: Readonly<Record<string, string>>
  /** The submitted body; modifiers are already resolved into it. */
  readonly data: Readonly<Record<string, unknown>>
  /** The auth record of the requester, with normalized values by column. */
  readonly auth: {
    readonly collection: AuthCollection
    readonly values: Readonly<Record<string, unknown>>
    /** The stored values, if the auth record counts as it was then. */
    readonly past?: StoredValues
  } | null
}

/** An empty request. */
export const noRequest: RequestValues = { context: 'default', method: 'GET', query: {}, headers: {}, data: {}, auth: null }
