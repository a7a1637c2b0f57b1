import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Dialect } from '../../../db/Dialect.ts'
import { name, type Sql, sql } from '../../../db/sql.ts'
import { type Check, type CheckContext, counted, type Finding, maxExamples } from '../Check.ts'

/** A condition that a field contains an id that the target table does not have. */
function dangles(dialect: Dialect, collection: Collection, field: Field, target: Collection): Sql {
  const column = name(collection.name, field.name)
  const isMissing = (id: Sql) =>
    sql`(${id} != '' AND NOT EXISTS (SELECT 1 FROM ${name(target.name)} AS target WHERE target.id = ${id}))`
  if (!fieldType(field).isMultiple(field.options)) return isMissing(column)
  return sql`EXISTS (SELECT 1 FROM ${dialect.elements(column)} AS listed WHERE ${isMissing(sql`listed.value`)})`
}

async function findDangling(
  { reader, catalog }: CheckContext,
  collection: Collection,
  field: Field,
  targetId: string,
): Promise<Finding[]> {
  const target = (await catalog()).byId(targetId)
  if (!target) {
    const message = `The field ${collection.name}.${field.name} refers to a collection that does not exist.`
    return [{ severity: 'problem', message, advice: 'Choose another collection in the field options, or delete the field.' }]
  }
  if (target.type === 'view') return []
  const condition = dangles(reader.dialect, collection, field, target)
  const table = name(collection.name)
  const [count] = (await reader.row(sql`SELECT COUNT(*) FROM ${table} WHERE ${condition}`)) ?? []
  if (Number(count) === 0) return []
  const rows = await reader.rows(sql`SELECT id FROM ${table} WHERE ${condition} LIMIT ${maxExamples}`)
  return [
    {
      severity: 'notice',
      message: `${field.name} of ${counted(Number(count), 'record')} of ${collection.name} refers to records of ${target.name} that do not exist.`,
      advice: 'Another program has deleted the records. Each record loses these references when it is next saved.',
      examples: rows.map(([id]) => `${collection.name}/${id}`),
    },
  ]
}

/** Linked OAuth2 providers of records that no longer exist. */
async function findOrphanedLinks({ reader, catalog }: CheckContext): Promise<Finding[]> {
  const collections = (await catalog()).all.filter(({ type }) => type === 'auth')
  let orphaned = 0
  for (const { id, name: table } of collections) {
    const [count] =
      (await reader.row(sql`SELECT COUNT(*) FROM ${name('_externalAuths')} AS links WHERE links.${name('collectionId')} = ${id}
        AND NOT EXISTS (SELECT 1 FROM ${name(table)} AS target WHERE target.id = links.${name('recordId')})`)) ?? []
    orphaned += Number(count)
  }
  if (orphaned === 0) return []
  const message = `${counted(orphaned, 'linked OAuth2 provider')} without a user.`
  return [{ severity: 'notice', message, advice: 'Delete these rows from the table _externalAuths.' }]
}

export const references: Check = {
  name: 'references',
  title: 'All relations refer to existing records.',
  find: async context => {
    const findings: Finding[] = []
    for (const collection of (await context.catalog()).all) {
      if (collection.type === 'view') continue
      for (const field of collection.schema) {
        const target = fieldType(field).refersTo?.(field.options)
        if (target !== undefined) findings.push(...(await findDangling(context, collection, field, target)))
      }
    }
    return [...findings, ...(await findOrphanedLinks(context))]
  },
}
