import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'

/** The tables and views behind each view, by its name. */
export type ViewSources = ReadonlyMap<string, readonly string[]>

/** PostgreSQL stores what a view reads as dependencies of its rewrite rule. */
const everySource = sql`
  WITH RECURSIVE sources(view, oid) AS (
    SELECT c.oid, c.oid FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace
    UNION
    SELECT s.view, d.refobjid FROM sources s
      JOIN pg_rewrite r ON r.ev_class = s.oid
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
  )
  SELECT v.relname::text, t.relname::text FROM sources s JOIN pg_class v ON v.oid = s.view JOIN pg_class t ON t.oid = s.oid
  WHERE s.view <> s.oid`

/** Reads what all views of the database read, directly and through other views. */
export const loadViewSources = async (reader: Reader): Promise<ViewSources> => {
  const sources = new Map<string, string[]>()
  for (const [view, table] of await reader.rows(everySource)) {
    const known = sources.get(String(view))
    if (known) known.push(String(table))
    else sources.set(String(view), [String(table)])
  }
  return sources
}
