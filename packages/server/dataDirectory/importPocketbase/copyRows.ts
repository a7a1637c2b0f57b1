import { DatabaseSync } from 'node:sqlite'
import { cofferAuth, parseCofferAuth, type TranslatedCollection } from '@coffer/schema'
import { messageOf } from '../../errors/inspectError.ts'
import { digestOf } from '../../records/rows/signIns.ts'
import { now } from '../../runtime/now.ts'
import { quoted, quotedText as text } from './quoted.ts'
import { uniqueUsername } from './usernames.ts'

/** The number of rows of a table that were copied. */
export interface CopiedRows {
  table: string
  rows: number
}

/** Returns the values of columns that newer tables can lack, as SQL. */
function generated({ name, type }: TranslatedCollection['collection'], moment: string): [string, string][] {
  const dates: [string, string][] = [
    ['created', text(moment)],
    ['updated', text(moment)],
  ]
  // Unique, because no two rows have the same thousands.
  const username = `${text(name)} || (rowid * 1000 + abs(random() % 1000))`
  return type === 'auth' ? [...dates, ['username', username]] : dates
}

function insertOf({ collection, columns }: TranslatedCollection, moment: string): string {
  const values = new Map([
    ...generated(collection, moment),
    ...[...columns].map(([to, from]): [string, string] => [to, quoted(from)]),
  ])
  if (collection.type === 'auth' && columns.has('username')) values.set('username', uniqueUsername(collection.name))
  const table = quoted(collection.name)
  return `INSERT INTO main.${table} (${[...values.keys()].map(quoted).join(', ')})
    SELECT ${[...values.values()].join(', ')} FROM source.${table} ORDER BY rowid`
}

const admins = `INSERT INTO main._admins (id, avatar, email, tokenKey, passwordHash, created, updated)
  SELECT id, 0, email, tokenKey, password, created, updated FROM source._superusers ORDER BY rowid`

/** The server counts what PocketBase has applied as applied. Files of Go are part of PocketBase, and each version has its own. */
const migrations = `INSERT INTO main._migrations (file, applied)
  SELECT file, applied FROM source._migrations WHERE file NOT LIKE '%.go' ORDER BY applied, file`

/** Accounts of providers that are linked to admins stay behind, because admins have none. */
const externalAuths = `INSERT INTO main._externalAuths (id, collectionId, recordId, provider, providerId, created, updated)
  SELECT id, collectionRef, recordRef, provider, providerId, created, updated FROM source._externalAuths
  WHERE collectionRef IN (SELECT id FROM main._collections) ORDER BY rowid`

/** Origins never expire. */
const authOrigins = `INSERT INTO main._cofferSignIns
  (id, created, updated, kind, collectionId, recordId, detail, keyDigest, attempts, expires)
  SELECT id, created, updated, 'origin', collectionRef, recordRef, fingerprint, '', 0, ${Number.MAX_SAFE_INTEGER}
  FROM source._authOrigins WHERE collectionRef IN (SELECT id FROM main._collections) ORDER BY rowid`

/** Returns the SQL that copies the first factors of a collection's records, bound to their token keys. */
function firstFactors({ collection }: TranslatedCollection): string {
  const { mfa } = cofferAuth({ coffer: parseCofferAuth(collection.options.coffer) })
  return `INSERT INTO main._cofferSignIns
    (id, created, updated, kind, collectionId, recordId, detail, keyDigest, attempts, expires)
    SELECT first.id, first.created, first.updated, 'mfa', collectionRef, recordRef, method, digest(tokenKey), 0,
      (unixepoch(first.created) + ${mfa.duration}) * 1000
    FROM source._mfas AS first JOIN main.${quoted(collection.name)} AS own ON own.id = recordRef
    WHERE collectionRef = ${text(collection.id)} AND method IN ('password', 'oauth2', 'otp')`
}

/**
 * Copies the rows of a newer database into the tables that `createTarget` has made, in one transaction.
 * @returns the number of rows of each table
 * @throws Error with a sentence if rows do not fit, or if some are missing afterwards
 */
export function copyRows(path: string, sourcePath: string, collections: readonly TranslatedCollection[]): CopiedRows[] {
  using database = new DatabaseSync(path)
  database.prepare('ATTACH ? AS source').run(sourcePath)
  database.function('digest', { deterministic: true }, digestOf)
  const moment = now()
  const copy = (table: string, insert: string): CopiedRows => {
    try {
      return { table, rows: Number(database.prepare(insert).run().changes) }
    } catch (error) {
      throw new Error(`The records of "${table}" cannot be imported: ${messageOf(error)}.`, { cause: error })
    }
  }
  database.exec('BEGIN IMMEDIATE')
  const tables = collections.filter(({ collection }) => collection.type !== 'view')
  const copied = [copy('_admins', admins), ...tables.map(each => copy(each.collection.name, insertOf(each, moment)))]
  const authTables = tables.filter(({ collection }) => collection.type === 'auth')
  const firstFactorRows = authTables.map(each => copy('_mfas', firstFactors(each)))
  copied.push(copy('_migrations', migrations), copy('_externalAuths', externalAuths), copy('_authOrigins', authOrigins), {
    table: '_mfas',
    rows: firstFactorRows.reduce((sum, { rows }) => sum + rows, 0),
  })
  database.exec('COMMIT')
  const [damage] = database.prepare('PRAGMA integrity_check(1)').all()
  if (Object.values(damage ?? {})[0] !== 'ok') throw new Error('The new database is damaged. Check the disk.')
  return copied
}
