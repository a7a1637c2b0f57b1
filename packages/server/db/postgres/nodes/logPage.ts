/** Rows of one read, and their size unless it is a single one. */
export const maxRows = 500
export const maxReadBytes = 16 * 1024 * 1024

/** Reads what has become visible since a position, together with the position that this read sees. */
export const readLog = `
  SELECT s.position, s.collections, e.id::text, e.xid::text, e.size::int, CASE WHEN e.origin = $2 THEN NULL ELSE e.content END AS content
  FROM (SELECT pg_current_snapshot()::text AS position, (SELECT collections::int FROM "_cofferNodeState") AS collections) s
  LEFT JOIN LATERAL (SELECT * FROM (
    SELECT *, sum(size) OVER (ORDER BY id) - size AS before FROM "_cofferNodeLog"
    WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
      AND pg_visible_in_snapshot(xid, $3::pg_snapshot) AND id > $4::bigint ORDER BY id LIMIT ${maxRows}) page
    WHERE before < ${maxReadBytes}) e ON true ORDER BY e.id`

/** A position that includes all transactions. */
export const everything = '9223372036854775807:9223372036854775807:'

export interface LogRow {
  position: string
  collections: number
  id: string | null
  xid: string
  content: string | null
  size: number | null
}
