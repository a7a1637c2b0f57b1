import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'
import { fullName } from './translate.ts'

/** What a view reads, directly and through other views. */
interface ViewSource {
  tables: string[]
  /** Whether the result also depends on time or randomness. */
  isNondeterministic: boolean
}

/** The sources of each view, by its name. */
export type ViewSources = ReadonlyMap<string, ViewSource>

/** PostgreSQL stores what a view reads as dependencies of its rewrite rule. */
const everySource = sql`
  WITH RECURSIVE sources(view, oid) AS (
    SELECT c.oid, c.oid FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace
    UNION
    SELECT s.view, d.refobjid FROM sources s
      JOIN pg_rewrite r ON r.ev_class = s.oid
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
  )
  SELECT v.relname::text, obj_description(v.oid, 'pg_class'), t.relname::text, obj_description(t.oid, 'pg_class'), EXISTS (
    SELECT FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      JOIN pg_proc p ON d.refclassid = 'pg_proc'::regclass AND p.oid = d.refobjid
    WHERE r.ev_class = s.oid AND p.provolatile <> 'i')
  FROM sources s JOIN pg_class v ON v.oid = s.view JOIN pg_class t ON t.oid = s.oid`

/** Reads what all views of the database read, directly and through other views. */
export async function loadViewSources(reader: Reader): Promise<ViewSources> {
  const sources = new Map<string, ViewSource>()
  for (const [storedView, viewComment, storedTable, tableComment, isNondeterministic] of await reader.rows(everySource)) {
    const [view, table] = [fullName(storedView, viewComment), fullName(storedTable, tableComment)]
    const known = sources.get(view) ?? { tables: [], isNondeterministic: false }
    sources.set(view, known)
    if (table !== view) known.tables.push(table)
    known.isNondeterministic ||= isNondeterministic === 1
  }
  return sources
}
