import type { Issue } from '@coffer/fields'
import type * as v from 'valibot'
import type { Issues } from '../../issues/Issues.ts'
import type { Settings } from '../../settings/Settings.ts'
import type { ImportNotes } from '../newer/ImportNote.ts'
import type { NewerAuthOptions, NewerField } from '../newer/NewerCollection.ts'
import type { OlderAuthOptions } from './olderAuthOptions.ts'

/** A collection of PocketBase 0.23 or later, while its options are translated. */
export interface NewerAuthCollection {
  name: string
  fields: readonly NewerField[]
  options: NewerAuthOptions
  /** All its options, not yet parsed. */
  unparsed: Readonly<Record<string, unknown>>
  notes: ImportNotes
  /** Whether the client changes a key, or a part of it. Other keys keep their stored values. */
  isChanged: (key: string, part?: string) => boolean
}

/** The fields and indexes of a collection that was sent, not yet validated. */
export interface DraftParts {
  schema: readonly { name: string; type: string; options: Record<string, unknown> }[]
  indexes: readonly string[]
}

/** What the validation of a part depends on. */
export interface AuthPartContext {
  options: OlderAuthOptions
  /** The fields and indexes of the collection. */
  draft: DraftParts
  /** Validates a rule of the collection. */
  validateRule: (rule: string) => Issue | undefined
}

/** One key of `options.coffer`: options of auth collections that PocketBase 0.22 does not have. */
export interface AuthPart<Schema extends v.GenericSchema> {
  /** Parses the stored value. Parsing `undefined` gives the default. */
  schema: Schema
  /** The keys of a collection in the format of PocketBase 0.23 and later that this part can change. */
  newerKeys: readonly string[]
  /** Returns these keys with their values, without secrets. */
  toNewer: (value: v.InferOutput<Schema>, options: OlderAuthOptions, settings: Settings) => Record<string, unknown>
  /**
   * Returns the value to store for a collection in the format of PocketBase 0.23 and later.
   * @throws ValiError if it cannot be parsed
   */
  fromNewer: (newer: NewerAuthCollection) => v.InferOutput<Schema>
  /** Validates the value. */
  validate: (value: v.InferOutput<Schema>, context: AuthPartContext) => Issue | Issues | undefined
  /** Names the issues as `newerKeys` name the options. By default, they have the key of the part. */
  toNewerIssues?: (issues: Issue | Issues) => Issues
  /** Returns the value without what the settings have as well. */
  withoutShared?: (value: v.InferOutput<Schema>, settings: Settings) => v.InferOutput<Schema>
  /** Returns the value without secrets. */
  show?: (value: v.InferOutput<Schema>) => unknown
  /** Completes a sent value with the stored one, such as secrets that responses leave out. By default, keys of objects are merged. */
  merge?: (stored: v.InferOutput<Schema>, sent: unknown) => unknown
}

/** Returns a part as it is, with its types. */
export function authPart<const Schema extends v.GenericSchema>(part: AuthPart<Schema>): AuthPart<Schema> {
  return part
}

/** Returns an object without the keys whose value is null or undefined. */
export function withoutNulls<Values extends object>(values: Values): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>
  }
}
