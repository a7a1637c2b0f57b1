/** The databases of a data directory with SQLite files. */
export const databaseFiles = ['data.db', 'logs.db']

/** Whether an entry of a data directory is a SQLite database or belongs to one. */
export const isDatabaseFile = (name: string): boolean =>
  databaseFiles.some(database => name === database || name.startsWith(`${database}-`))
