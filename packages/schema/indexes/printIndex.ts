import type { IndexColumn, IndexDefinition } from './parseIndex.ts'

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

function printColumn({ name, collate, sort }: IndexColumn): string {
  const isExpression = name.includes('(') || name.includes(' ')
  return [isExpression ? name : quoted(name), collate === '' ? '' : ` COLLATE ${collate}`, sort === '' ? '' : ` ${sort}`].join('')
}

/** Returns the `CREATE INDEX` statement in its stored form: on one line, or with a line for each of several columns. */
export function printIndex({ isUnique, isOptional, schema, name, table, columns, where }: IndexDefinition): string {
  const start = `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${isOptional ? 'IF NOT EXISTS ' : ''}`
  const fullName = schema === '' ? quoted(name) : `${quoted(schema)}.${quoted(name)}`
  const printed = columns.map(printColumn)
  const list = printed.length > 1 ? `\n  ${printed.join(',\n  ')}\n` : printed.join('')
  return `${start}${fullName} ON ${quoted(table)} (${list})${where === '' ? '' : ` WHERE ${where}`}`
}
