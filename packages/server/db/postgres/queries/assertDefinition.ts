import type { Definition } from '../../engine.ts'
import { storedName } from '../translate.ts'
import { assertQuery } from './assertQuery.ts'
import type { Fields } from './nodes.ts'
import { parseStatement } from './parseStatement.ts'

/**
 * Checks a statement in PostgreSQL's syntax that defines a view or an index.
 * @throws Error with the reason when it is not a single statement that only defines this object
 */
export function assertDefinition(text: string, definition: Definition): void {
  const { ViewStmt, IndexStmt } = parseStatement(text) as { ViewStmt?: Fields; IndexStmt?: Fields }
  const defined = storedName(definition.name)
  if (definition.kind === 'view') {
    const { relname, schemaname, ...view }: Fields = ViewStmt?.view ?? {}
    if (relname !== defined || schemaname !== definition.schema) throw new Error(`not the view ${definition.name}`)
    assertQuery({ view: { RangeVar: { ...view, relname } }, query: ViewStmt?.query })
    return
  }
  if (IndexStmt?.idxname !== defined || IndexStmt?.relation?.relname !== storedName(definition.table))
    throw new Error(`not the index ${definition.name} of the table ${definition.table}`)
  const { indexParams, whereClause, relation } = IndexStmt
  assertQuery({ table: { RangeVar: relation }, indexParams, whereClause })
}
