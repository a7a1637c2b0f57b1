import { randomId } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { Plain } from '../pb/Host.ts'
import { now } from '../runtime/now.ts'
import { saveParam } from '../settings/storedParams.ts'

/** Prefix of the parameters that belong to the server, and the settings, which have their own operation. */
const ownKeys = /^(?:settings$|_?coffer)/

/** Creates the operations on linked OAuth2 accounts and on parameters, in one transaction. */
export function systemOperations(transaction: Transaction) {
  return {
    /** Inserts a link, or updates the one with its id. */
    saveExternalAuth: async (given: Plain, isNew: boolean): Promise<Plain> => {
      const [collectionId, recordId, provider, providerId] = ['collectionId', 'recordId', 'provider', 'providerId'].map(key =>
        String(given[key] ?? ''),
      ) as [string, string, string, string]
      const [id, created, updated] = [String(given.id || randomId()), String(given.created || now()), now()]
      await transaction.run(
        isNew
          ? sql`INSERT INTO ${name('_externalAuths')} (id, created, updated, ${name('collectionId')}, ${name('recordId')}, provider, ${name('providerId')})
              VALUES (${id}, ${created}, ${updated}, ${collectionId}, ${recordId}, ${provider}, ${providerId})`
          : sql`UPDATE ${name('_externalAuths')} SET updated = ${updated}, ${name('collectionId')} = ${collectionId},
              ${name('recordId')} = ${recordId}, provider = ${provider}, ${name('providerId')} = ${providerId} WHERE id = ${id}`,
      )
      return { ...given, id, created, updated }
    },
    deleteExternalAuth: async (id: string): Promise<void> => {
      const { changes } = await transaction.run(sql`DELETE FROM ${name('_externalAuths')} WHERE id = ${id}`)
      if (changes === 0) throw new Error(`There is no linked account ${id}.`)
    },
    /** Stores the JSON of a parameter. */
    saveParam: async (key: string, json: string): Promise<void> => {
      if (ownKeys.test(key)) throw new Error(`The parameter ${key} belongs to the server. Choose another name.`)
      await saveParam(transaction, key, json)
    },
    deleteParam: async (key: string): Promise<void> => {
      if (ownKeys.test(key)) throw new Error(`The parameter ${key} belongs to the server.`)
      await transaction.run(sql`DELETE FROM ${name('_params')} WHERE key = ${key}`)
    },
  }
}
