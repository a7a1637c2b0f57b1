import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** SQL that only SQLite understands, or that has another meaning in other databases. */
const sqliteOnly: readonly RegExp[] = [
  /\bjson_(?:each|tree|extract|valid|type|array|array_length|object|group_array|group_object|set|insert|replace|remove|patch|quote)\b/i,
  /\b(?:strftime|julianday|unixepoch|datetime|timediff|randomblob|zeroblob|hex|instr|iif|ifnull|printf|total|typeof|glob|unicode)\s*\(/i,
  /\b(?:last_insert_rowid|changes|total_changes|octet_length|group_concat|likelihood|likely|unlikely)\s*\(/i,
  // Of two values. The aggregate functions have one.
  /\b(?:max|min)\s*\([^()]*,/i,
  /\b_?rowid_?\b|\boid\b/i,
  /\bIS\b(?!\s+(?:NOT\s+)?NULL\b)/i,
  /\bCOLLATE\b/i,
  /\b(?:NOT\s+)?LIKE\b/i,
  /\bLIMIT\s+-/i,
  /\b(?:NOT\s+INDEXED|INDEXED\s+BY)\b/i,
  /\bsqlite_\w+/i,
  /\bpragma/i,
  /\bGLOB\b|\bREGEXP\b|\bMATCH\b/i,
  /\b(?:INSERT|UPDATE)\s+OR\b|\bREPLACE\s+INTO\b/i,
  /\bON\s+CONFLICT\b(?!\s*\()/i,
  /\b(?:WITHOUT\s+ROWID|AUTOINCREMENT|INTEGER\s+PRIMARY\s+KEY|STRICT)\b/i,
  /\b(?:ATTACH|DETACH|VACUUM|REINDEX)\b/i,
  /\bCREATE\s+(?:TEMP\w*\s+)?TRIGGER\b/i,
  // Conditions and sort keys written as numbers, and the plus sign that keeps SQLite from using an index.
  /\b(?:WHERE|ON|AND|OR)\s+[01]\b(?!\s*[=<>])/i,
  /(?:^|\bWHERE|\bON|\bAND|\bOR|\bBY|[(,])\s*\+/i,
  /==|\brandom\s*\(/i,
  // SQLite takes double quotes for a text if there is no such column.
  /"/,
  /\b(?:ISNULL|NOTNULL)\b|\bLIMIT\s+[^\s,]+\s*,/i,
  /\b(?:UPDATE|DELETE)\b[^()]*\bLIMIT\b/i,
  // A join without a condition.
  /^(?!.*\b(?:CROSS\s+JOIN|ON)\b).*\bJOIN\b/is,
  // Casts to types that other databases do not have, or that have another precision.
  /\bAS\s+(?:REAL|INT|BLOB|NUMERIC)\s*\)/i,
]

/** SQL that an engine could not write in its own way: names that have to be pieces, made by `name()`. */
const unwritable: readonly RegExp[] = [
  /`/,
  // PostgreSQL folds names without quotes to lower case.
  /\b(?:[A-Z]+\w*[a-z]|[a-z_]+\w*[A-Z])\w*\b/,
  // The tables of a statement are the names after FROM and JOIN.
  /\b(?:FROM|JOIN)\s+_\w/,
]

/** Removes string literals. */
const withoutStrings = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "''")

/** Matches SQL of SQLite in any string literal, without matching prose. */
const sqliteText =
  /\bjson_(?:each|extract|valid|group_array)\(|\bstrftime\(|\brandomblob\(|\bsqlite_(?:master|schema)\b|^\s*PRAGMA\b/i

interface Source {
  start: number
  text: string
}

/** A value in a template. It cannot be taken for a part of the SQL around it. */
const placeholder = '$'

const textOf = (quasis: readonly { value: { raw: string } }[]): string => quasis.map(({ value }) => value.raw).join(placeholder)

/** Returns the SQL statements, the statements that consist of pieces, and all string literals of a module. */
function readTexts(path: string, module: string): { statements: Source[]; pieces: Source[]; texts: Source[] } {
  const { program, errors } = parseSync(path, module)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const statements: Source[] = []
  const pieces: Source[] = []
  const texts: Source[] = []
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi, start }) => {
      if (tag.type === 'Identifier' && ['sql', 'untrusted'].includes(tag.name))
        statements.push({ start, text: textOf(quasi.quasis) })
      if (tag.type === 'Identifier' && tag.name === 'sql') pieces.push({ start, text: textOf(quasi.quasis) })
    },
    CallExpression: ({ callee, arguments: [argument], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'constant') return
      if (argument?.type === 'Literal') statements.push({ start, text: String(argument.value) })
      if (argument?.type === 'TemplateLiteral') statements.push({ start, text: textOf(argument.quasis) })
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') texts.push({ start, text: value })
    },
    TemplateLiteral: ({ quasis, start }) => void texts.push({ start, text: textOf(quasis) }),
  }).visit(program)
  return { statements, pieces, texts }
}

/** Returns the SQL in a module that is not for all databases, each as `path:line: text`. */
export function findInModule(path: string, module: string): string[] {
  const { statements, pieces, texts } = readTexts(path, module)
  const found = [
    ...statements.filter(({ text }) => sqliteOnly.some(pattern => pattern.test(text))),
    ...pieces.filter(({ text }) => unwritable.some(pattern => pattern.test(withoutStrings(text)))),
    ...texts.filter(({ text }) => sqliteText.test(text)),
  ]
  const lines = found.map(
    ({ start, text }) => `${path}:${module.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ')}`,
  )
  return [...new Set(lines)]
}

/** Paths of the modules that inspect SQLite files, even if the server uses another database. */
const fileInspectors: readonly string[] = [
  'backups/assertDataFile.ts',
  'backups/assertLogFile.ts',
  'backups/packDirectory.ts',
  'backups/storedSchema.ts',
  'backups/untrustedDatabase.ts',
  'dataDirectory/importPocketbase/*.ts',
  'dataDirectory/requireKnownLayout.ts',
  'dataDirectory/move/assertStorable.ts',
  'dataDirectory/move/postgresColumns.ts',
  'dataDirectory/move/sqliteSource.ts',
  'dataDirectory/move/sqliteTarget.ts',
]

/**
 * Searches the modules of the server outside `db`, except the file inspectors.
 * @returns the number of modules, the SQL of SQLite in them, and the modules that use `node:sqlite`
 */
export function findSqliteSql(server: string) {
  const exclude = ['db/**', '**/{node_modules,testing}/**', '**/*.test.ts', ...fileInspectors]
  const paths = globSync('**/*.ts', { cwd: server, exclude }).sort()
  const modules = paths.map(path => ({ path, text: readFileSync(join(server, path), 'utf8') }))
  return {
    modules: modules.length,
    found: modules.flatMap(({ path, text }) => findInModule(path, text)),
    usingSqlite: modules.filter(({ text }) => text.includes("from 'node:sqlite'")).map(({ path }) => path),
  }
}
