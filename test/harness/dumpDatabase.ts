import { DatabaseSync } from 'node:sqlite'

/** Returns the definitions and rows of a file, without what Coffer adds and what depends on the history of a file. */
export function dumpDatabase(path: string) {
  using database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  const objects = database
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_coffer%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
  const plain = (sql: unknown) =>
    String(sql)
      .replaceAll(/[\s`"[\]]+/g, ' ')
      .replaceAll(/ ?([(),]) ?/g, '$1')
      .toLowerCase()
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  return {
    objects: objects.map(({ type, name, sql }) => [type, name, type === 'table' ? '' : plain(sql)]),
    columns: tables.map(table => [
      table,
      database.prepare(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}') ORDER BY name`).all(),
    ]),
    rows: tables.map(table => {
      const statement = database.prepare(`SELECT rowid AS "@row", * FROM "${table}" ORDER BY rowid`)
      statement.setReadBigInts(true)
      return [table, statement.all()]
    }),
  }
}
