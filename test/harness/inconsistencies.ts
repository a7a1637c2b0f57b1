import { currentFiles, queryDatabase } from './queryDatabase.ts'

interface StoredField {
  name: string
  type: string
  options: { maxSelect?: number | null }
}

interface StoredCollection {
  id: string
  name: string
  type: string
  schema: StoredField[]
}

const systemTables = ['_admins', '_collections', '_externalAuths', '_migrations', '_params']

const plain = "TEXT|1|''"
const date = "TEXT|1|strftime('%Y-%m-%d %H:%M:%fZ')"
const flag = 'BOOLEAN|1|FALSE'
const base: Record<string, string> = { id: "TEXT|1|'r'||lower(hex(randomblob(7)))", created: date, updated: date }
const account: Record<string, string> = {
  username: 'TEXT|1|',
  tokenKey: 'TEXT|1|',
  passwordHash: 'TEXT|1|',
  email: plain,
  lastResetSentAt: plain,
  lastVerificationSentAt: plain,
  emailVisibility: flag,
  verified: flag,
}

function isMultiple({ type, options: { maxSelect } }: StoredField): boolean {
  if (type === 'relation') return maxSelect === null || maxSelect === undefined || maxSelect > 1
  return (type === 'select' || type === 'file') && Number(maxSelect) > 1
}

function columnOf(field: StoredField): string {
  if (isMultiple(field)) return "JSON|1|'[]'"
  if (field.type === 'number') return 'NUMERIC|1|0'
  if (field.type === 'bool') return flag
  return field.type === 'json' ? 'JSON|0|NULL' : plain
}

const sorted = (columns: Record<string, string>): string[] =>
  Object.entries(columns)
    .map(([name, column]) => `${name} ${column}`)
    .sort()

/** Lists the mismatches between the tables, columns, indexes and views of a data directory and its `_collections`. */
export function inconsistencies(dataDir: string): string[] {
  const files = currentFiles(dataDir)
  const query = (sql: string) => queryDatabase(files, 'data', sql)
  const problems: string[] = []
  const expect = (what: string, got: unknown, expected: unknown) => {
    const [one, other] = [JSON.stringify(got), JSON.stringify(expected)]
    if (one !== other) problems.push(`${what}: ${one} instead of ${other}`)
  }
  const keepsAlerts = query("SELECT 1 FROM _migrations WHERE file LIKE '%add_login_alert_column.go'").length > 0
  const rows = query('SELECT id, name, type, schema FROM _collections')
  const collections = rows.map(
    ([id, name, type, schema]) => ({ id, name, type, schema: JSON.parse(String(schema)) }) as unknown as StoredCollection,
  )
  for (const { id, name, type, schema } of collections) {
    const columns = query(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${name.replaceAll("'", "''")}')`)
    const found = Object.fromEntries(columns.map(([column, ...rest]) => [String(column), rest.map(part => part ?? '').join('|')]))
    if (type === 'view') {
      if (!('id' in found)) problems.push(`the view ${name} has no id`)
      continue
    }
    const fields = Object.fromEntries(schema.map(field => [field.name, columnOf(field)]))
    const alerts = keepsAlerts ? { lastLoginAlertSentAt: plain } : {}
    expect(
      `columns of ${name}`,
      sorted(found),
      sorted({ ...base, ...(type === 'auth' ? { ...account, ...alerts } : {}), ...fields }),
    )
    if (type !== 'auth') continue
    const indexes = query(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${name}' COLLATE NOCASE ORDER BY name`,
    )
    for (const column of ['email', 'tokenKey', 'username']) {
      if (!indexes.flat().includes(`_${id}_${column}_idx`)) problems.push(`${name} has no index of ${column}`)
    }
  }
  const names = query("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'").flat()
  const expected = [...systemTables, ...collections.map(({ name }) => name)].map(name => name.toLowerCase())
  expect('tables', names.map(name => String(name).toLowerCase()).sort(), expected.sort())
  expect('integrity', query('PRAGMA integrity_check').flat(), ['ok'])
  expect('foreign keys', query('PRAGMA foreign_key_check'), [])
  return problems
}
