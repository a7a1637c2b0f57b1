import type { Dialect } from './Dialect.ts'
import type { Schema } from './Schema.ts'
import { sqliteDialect } from './sqlite/sqliteDialect.ts'
import { sqliteSchema } from './sqlite/sqliteSchema.ts'

/**
 * The dialect in which this thread writes SQL. All databases of a thread are of one kind, so the SQL is rendered at once, without
 * passing an engine to the code that builds it.
 */
export const dialect: Dialect = sqliteDialect

/** Reads and changes the schema of a database of this thread. */
export const databaseSchema: Schema = sqliteSchema
