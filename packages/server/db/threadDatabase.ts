import type { Dialect } from './Dialect.ts'
import type { Schema } from './Schema.ts'
import { sqliteDialect } from './sqlite/sqliteDialect.ts'
import { sqliteSchema } from './sqlite/sqliteSchema.ts'

/** The kinds of databases that the server can run on. */
export type DatabaseKind = 'postgres' | 'sqlite'

/**
 * The dialect in which this thread writes SQL. All databases of a thread are of one kind, so the SQL is rendered at once, without
 * passing an engine to the code that builds it. A module must not use the dialect while it is loaded, because the kind of the
 * database is chosen later.
 */
export let dialect: Dialect = sqliteDialect

/** Reads and changes the schema of a database of this thread. */
export let databaseSchema: Schema = sqliteSchema

/** Chooses the kind of the databases of this thread, before any SQL is built. Without a choice, it is SQLite. */
export const chooseDatabase = async (kind: DatabaseKind): Promise<void> => {
  if (kind === 'sqlite') {
    dialect = sqliteDialect
    databaseSchema = sqliteSchema
    return
  }
  // Loaded on demand, because most servers run on SQLite.
  const [{ postgresDialect }, { postgresSchema }] = await Promise.all([
    import('./postgres/postgresDialect.ts'),
    import('./postgres/postgresSchema.ts'),
  ])
  dialect = postgresDialect
  databaseSchema = postgresSchema
}
