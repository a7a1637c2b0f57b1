import { DatabaseSync } from 'node:sqlite'
import { isObject } from '@coffer/fields'
import {
  type CofferAuth,
  type Collection,
  cofferAuth,
  ImportNotes,
  type NewerCollection,
  newerSystemCollections,
  noteRules,
  noteSuperusers,
  parseCofferAuth,
  ruleNames,
  type Settings,
  type TranslatedCollection,
  translateCollection,
  translateSettings,
  withoutSharedAuth,
} from '@coffer/schema'
import { superusers } from '../../auth/superusers.ts'
import { catalogOf } from '../../catalog/Catalog.ts'
import { mergeImported } from '../../collections/import/mergeImported.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { findRuleError } from '../../records/rules/findRuleError.ts'
import type { NewerSource } from './NewerSource.ts'
import { quoted } from './quoted.ts'
import { noteUsernames } from './usernames.ts'

/** What an import will create. */
export interface ImportPlan {
  collections: TranslatedCollection[]
  settings: Settings
  notes: ImportNotes
}

/** Removes relations to collections that are not imported. */
function withoutDangling(collection: NewerCollection, ids: ReadonlySet<string>, notes: ImportNotes): NewerCollection {
  const fields = collection.fields.filter(field => {
    const isDangling = field.type === 'relation' && !ids.has(String(field.collectionId))
    if (isDangling) notes.cannot(`${collection.name}.${field.name}`, 'It refers to records of a collection that is not imported.')
    return !isDangling
  })
  return { ...collection, fields }
}

/** Notes the records whose ids no client could use. Returns whether there are any. */
function hasForeignIds({ path }: NewerSource, { name, type }: NewerCollection, notes: ImportNotes): boolean {
  if (type === 'view') return false
  using database = new DatabaseSync(path, { readOnly: true })
  const row = database
    .prepare(`SELECT count(*) AS total FROM ${quoted(name)} WHERE length(id) <> 15 OR id GLOB '*[^a-zA-Z0-9_]*'`)
    .get()
  const total = Number(row?.total)
  if (total > 0) notes.cannot(name, `${total} of its records have ids with other than 15 letters and digits.`)
  return total > 0
}

/** Notes what superusers lose. */
function noteAdmins({ collections }: NewerSource, notes: ImportNotes): void {
  const admins = collections.find(({ name }) => name === superusers.name)
  if (!admins) return
  noteSuperusers(admins, notes)
  // It is on by default, so exports have it too, which must not be rejected for it.
  const { authAlert } = admins.options
  if (isObject(authAlert) && authAlert.enabled === true)
    notes.changed(`${admins.name}.authAlert`, 'Admins get no mails about sign-ins from elsewhere here.')
}

/** Notes one-time passwords that wait to be used: newer servers store them as hashes, and this one derives them. */
function noteOtps({ path, collections }: NewerSource, notes: ImportNotes): void {
  if (!collections.some(({ name }) => name === '_otps')) return
  using database = new DatabaseSync(path, { readOnly: true })
  const total = Number(database.prepare('SELECT count(*) AS total FROM _otps').get()?.total)
  if (total > 0)
    notes.changed('_otps', `${total} one-time passwords that were mailed cannot be used. Their users can request new ones.`)
}

/** Translates the collections that can be imported, without relations to collections that cannot. */
function translateAll(source: NewerSource, accepted: ReadonlySet<string>, notes: ImportNotes): TranslatedCollection[] {
  const own = source.collections.filter(({ name }) => !newerSystemCollections.includes(name))
  const attempt = new ImportNotes(accepted)
  const importable = own.filter(each => translateCollection(each, attempt) && !hasForeignIds(source, each, attempt))
  const ids = new Set(importable.map(({ id }) => id))
  return own.flatMap(each => {
    const isForeign = hasForeignIds(source, each, notes)
    const translated = translateCollection(withoutDangling(each, ids, notes), notes)
    if (!translated || isForeign) return []
    noteRules(each, 'today', notes)
    noteUsernames(source.path, each, notes)
    return [translated]
  })
}

/** Replaces the rules of sign-ins that cannot be read: then nobody can sign in, or every user needs two factors. */
function closeSignIns(
  options: Record<string, unknown>,
  name: string,
  reasonOf: (rule: string) => string | undefined,
  notes: ImportNotes,
) {
  const { authRule, mfa } = cofferAuth({ coffer: parseCofferAuth(options.coffer) })
  const closed: { authRule?: null; mfa?: CofferAuth['mfa'] } = {}
  const signInReason = authRule ? reasonOf(authRule) : undefined
  if (signInReason !== undefined) {
    notes.changed(`${name}.authRule`, `Nobody can sign in: the rule cannot be read (${signInReason}). It was: ${authRule}`)
    closed.authRule = null
  }
  const mfaReason = mfa.rule === '' ? undefined : reasonOf(mfa.rule)
  if (mfaReason !== undefined) {
    notes.changed(`${name}.mfa`, `All users need two factors: the rule cannot be read (${mfaReason}). It was: ${mfa.rule}`)
    closed.mfa = { ...mfa, rule: '' }
  }
  return { ...options, coffer: { ...(options.coffer as object), ...closed } }
}

/** Replaces the rules that cannot be read: only admins may do what they allowed. */
function closeUnreadable(
  dialect: Dialect,
  translated: readonly TranslatedCollection[],
  notes: ImportNotes,
): TranslatedCollection[] {
  const merged = translated.map(({ collection }) => mergeImported(collection, undefined, false).after)
  const catalog = catalogOf(merged, { version: 0, sizeOf: () => Number.POSITIVE_INFINITY, ruleMeaning: 'today' })
  const reasonOf = (subject: Collection, rule: string) => findRuleError(dialect, rule, subject, catalog)?.reason
  const close = (subject: Collection, name: string, rule: unknown): boolean => {
    const reason = typeof rule === 'string' && rule !== '' ? reasonOf(subject, rule) : undefined
    if (reason) notes.changed(`${subject.name}.${name}`, `Only admins: the rule cannot be read (${reason}). It was: ${rule}`)
    return reason !== undefined
  }
  return translated.map(({ collection, columns }, index) => {
    const subject = merged[index] as Collection
    const closed = ruleNames.filter(name => close(subject, name, collection[name]))
    const isManageClosed = close(subject, 'manageRule', collection.options.manageRule)
    const opened = isManageClosed ? { ...collection.options, manageRule: null } : collection.options
    const options =
      collection.type === 'auth' ? closeSignIns(opened, collection.name, rule => reasonOf(subject, rule), notes) : opened
    return { collection: { ...collection, ...Object.fromEntries(closed.map(name => [name, null])), options }, columns }
  })
}

/**
 * Plans the import of a newer directory, without writing anything.
 * @param accepted the subjects of notes whose loss is accepted
 * @throws Error with a sentence if the settings cannot be read
 */
export function planImport(source: NewerSource, dialect: Dialect, accepted: ReadonlySet<string>): ImportPlan {
  const notes = new ImportNotes(accepted)
  const translated = translateAll(source, accepted, notes)
  noteAdmins(source, notes)
  noteOtps(source, notes)
  const settings = translateSettings(source.settings, source.collections, notes)
  const collections = closeUnreadable(dialect, translated, notes).map(({ collection, columns }) => ({
    collection: { ...collection, options: withoutSharedAuth(collection.options, settings) },
    columns,
  }))
  return { collections, settings, notes }
}
