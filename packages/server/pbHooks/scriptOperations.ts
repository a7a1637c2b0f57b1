import { mergeSettings, redactSettings, type Settings, validateSettings } from '@coffer/schema'
import type { AuthContext } from '../auth/AuthContext.ts'
import { authenticate } from '../auth/authenticate.ts'
import { type AppleSecretForm, signAppleSecret } from '../auth/oauth2/appleSecret.ts'
import { adminToken, recordToken } from '../auth/tokens.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { previewView } from '../collections/views/previewView.ts'
import type { Config } from '../config/config.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import { Rejection } from '../errors/Rejection.ts'
import { type S3Purpose, testStorage } from '../files/storage/testStorage.ts'
import type { LogReader } from '../logs/LogStore.ts'
import { createHostService } from '../migrations/createHostService.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { Admin } from '../records/rules/Requester.ts'
import { loadSettings } from '../settings/storedSettings.ts'
import { authOperations } from './authOperations.ts'
import { deletionOperations } from './deletionOperations.ts'
import { formChecks } from './formChecks.ts'
import { formOperations } from './formOperations.ts'
import { changingOperations } from './messages.ts'
import { readOperations } from './readOperations.ts'
import { systemOperations } from './systemOperations.ts'

/** The collections and settings of one moment, and the database. */
export type App = AuthContext & RecordsContext & { config: Config; logs: LogReader }

/** The operations that scripts call, by name. */
export type Operations = Record<string, (...args: never[]) => unknown>

/** Discards what an operation has stored outside of the database, once its transaction has failed. */
export type Discard = (error: unknown) => Promise<void>

/** Operations on settings that a script passes in. They read and save nothing. */
const settingsOperations = {
  mergeSettings,
  redactSettings,
  validateSettings: (settings: Settings): void => {
    const issues = validateSettings(settings)
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  },
}

/** Returns the operations of one transaction. */
export function transactionOperations(app: App, records: RecordWriter, onRollback: (discard: Discard) => void): Operations {
  const { transaction } = records
  const { encryptionKey, fixedSettings } = app.config
  const host = createHostService(records, { encryptionKey, fixedSettings })
  const reads = readOperations({
    reader: transaction,
    catalog: () => loadCatalog(transaction, 0),
    columnsOf: query => transaction.columnsOf(query),
  })
  const checks = formChecks({ settings: app.settings, reader: transaction, catalog: () => loadCatalog(transaction, 0) })
  return {
    ...reads,
    ...checks,
    ...formOperations({ app, records, checkAdmin: checks.checkAdmin, onRollback }),
    ...authOperations(records),
    ...deletionOperations(app, records),
    ...systemOperations(transaction),
    ...settingsOperations,
    ...Object.fromEntries(changingOperations.map(name => [name, host[name]])),
  }
}

/** The table of the log. On PostgreSQL, it is in the database of the records. */
const logTable = '_logs'

/** Creates the operations that read the log. */
function logOperations({ logs }: { logs: LogReader }) {
  const { query, columns } = readOperations({
    reader: logs,
    catalog: () => {
      throw new Error('The log has no collections.')
    },
    columnsOf: text => logs.inspectQueries(look => look.columnsOf(text)),
  })
  const operations = { query, columns, tables: async () => [logTable] }
  return async (name: string, ...args: unknown[]): Promise<unknown> => {
    if (!Object.hasOwn(operations, name)) throw new Error('The log can only be read.')
    return (operations[name as keyof typeof operations] as (...args: unknown[]) => unknown)(...args)
  }
}

/** Returns the operations that read what is committed. */
export function committedOperations(app: App): Operations {
  return {
    ...readOperations({
      reader: app.db,
      catalog: async () => app.catalog,
      columnsOf: query => app.db.inspectQueries(look => look.columnsOf(query)),
    }),
    ...formChecks({ settings: app.settings, reader: app.db, catalog: async () => app.catalog }),
    settings: () => loadSettings(app.db, app.config.encryptionKey, app.config.fixedSettings),
    ...settingsOperations,
    testS3: ({ filesystem }: { filesystem: S3Purpose }) =>
      testStorage(app.config, filesystem === 'storage' ? app.settings.s3 : app.settings.backups.s3),
    viewSchema: async (query: string) =>
      (await app.db.inspectQueries(look => previewView(look, app.catalog, undefined, query))).schema,
    appleSecret: (form: AppleSecretForm) => signAppleSecret(form),
    verifyPassword: (password: string, hash: string) => verifyPassword(password, hash),
    identify: async (authorization: string) => {
      const requester = await authenticate(app, authorization)
      if (requester.kind !== 'authRecord') return requester
      return { kind: requester.kind, collectionId: requester.collection.id, values: requester.record.values }
    },
    recordToken: (
      kind: Parameters<typeof recordToken>[1],
      collectionId: string,
      values: Record<string, unknown>,
      claims: object,
    ) => {
      const collection = app.catalog.byId(collectionId)
      if (collection?.type !== 'auth') throw new Error(`There is no auth collection with the id ${collectionId}.`)
      return recordToken(app.settings, kind, { collection, values }, claims)
    },
    adminToken: (kind: Parameters<typeof adminToken>[1], admin: Admin, claims: { email?: string }) =>
      adminToken(app.settings, kind, admin, claims),
    logs: logOperations(app),
  }
}
