/** An object as it crosses threads. */
export type Plain = Record<string, unknown>

/** A collection as the collections API returns it. */
export interface CollectionData extends Plain {
  id: string
  name: string
  type: string
  schema: Plain[]
}

/** What a statement has changed. */
export interface Executed {
  changes: number
  /** The rowid of the last row that was inserted; absent on PostgreSQL. */
  lastInsertId?: number
}

/** Returns the result of a statement, as scripts read it. */
export function resultOf({ changes, lastInsertId }: Executed) {
  return {
    rowsAffected: (): number => changes,
    lastInsertId: (): number => {
      if (lastInsertId !== undefined) return lastInsertId
      const message = 'lastInsertId is not offered on PostgreSQL. Insert the row with an id of your own.'
      throw Object.assign(new Error(message), { name: 'GoError' })
    },
  }
}

/**
 * What a script asks of the server. A call blocks the script until the result is there, and throws if the server rejects it. Arguments
 * and results are plain data.
 */
export interface Host {
  collections: () => CollectionData[]
  /** Creates a collection, or changes the one with its id. Returns what is stored. */
  saveCollection: (collection: Plain, isNew: boolean) => CollectionData
  deleteCollection: (id: string) => void
  importCollections: (collections: unknown, deleteMissing: boolean) => void
  /** Returns the values of at most `limit` records whose column has a value. */
  findRecords: (collectionId: string, column: string, value: unknown, limit: number) => Plain[]
  /** Returns the stored values. */
  saveRecord: (collectionId: string, values: Plain, isNew: boolean) => Plain
  deleteRecord: (collectionId: string, id: string) => void
  settings: () => Plain
  saveSettings: (settings: Plain) => void
  findAdmin: (email: string) => Plain | undefined
  /** Returns the stored admin. A `password` is hashed. */
  saveAdmin: (admin: Plain) => Plain
  deleteAdmin: (id: string) => void
  /** Runs a statement with `{:name}` for each parameter. */
  execute: (statement: string, parameters: Plain) => Executed
  /** Returns the rows of a query as objects. */
  query: (statement: string, parameters: Plain) => Plain[]
  print: (text: string) => void
}

/** The server's side of `Host`. */
export type HostService = {
  [Name in keyof Host]: (...args: Parameters<Host[Name]>) => ReturnType<Host[Name]> | Promise<ReturnType<Host[Name]>>
}

/** The error of an API of 0.22 that found nothing. */
export const noRows = 'sql: no rows in result set'
