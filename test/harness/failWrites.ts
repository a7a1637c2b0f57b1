import { changeDatabase } from './changeDatabase.ts'
import { databaseOf } from './postgres/testDatabases.ts'

export interface FailingWrite {
  /** The name of the trigger. */
  name: string
  moment: 'INSERT' | 'UPDATE' | 'DELETE'
  table: string
  /** A condition on OLD and NEW. */
  when: string
}

const onSqlite = ({ name, moment, table, when }: FailingWrite): string =>
  `CREATE TRIGGER ${name} BEFORE ${moment} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'rejected by a trigger'); END`

const onPostgres = ({ name, moment, table, when }: FailingWrite): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'rejected by a trigger'; END $$;
  CREATE TRIGGER ${name} BEFORE ${moment} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`

/** Makes the database of a data directory reject writes of some rows. Returns a function that removes the trigger. */
export async function failWrites(dataDir: string, write: FailingWrite): Promise<() => Promise<void>> {
  const isPostgres = databaseOf(dataDir) !== undefined
  await changeDatabase(dataDir, 'data', isPostgres ? onPostgres(write) : onSqlite(write))
  const removal = isPostgres ? `DROP FUNCTION ${write.name} CASCADE` : `DROP TRIGGER ${write.name}`
  return () => changeDatabase(dataDir, 'data', removal)
}
