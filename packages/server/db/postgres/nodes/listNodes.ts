import { leaseMs } from '../../../runtime/cache/lease.ts'
import type { Reader } from '../../engine.ts'
import { maxCountedChanges } from '../../nodes.ts'
import { name, sql } from '../../sql.ts'

const dateText = (expression: string): string => `to_char((${expression}) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"')`

/** Lists the nodes of the database by name, as `NodeStatus`. $1 is the name of the node that asks. */
export const listNodes = `
  SELECT n.name, n.version, ${dateText('n.started')} AS started, n.lease > clock_timestamp() AS "isLive",
    ${dateText(`n.lease - interval '${leaseMs} ms'`)} AS "lastSeen",
    (SELECT count(*)::int FROM (SELECT FROM "_cofferNodeLog" l WHERE l.xid >= pg_snapshot_xmin(n.applied::pg_snapshot)
      AND NOT pg_visible_in_snapshot(l.xid, n.applied::pg_snapshot) LIMIT ${maxCountedChanges}) missing) AS "pendingChanges",
    EXISTS (SELECT FROM "_cofferNodeDuties" d WHERE d.holder = n.name AND d.until > clock_timestamp()) AS "hasDuties",
    n.name = $1 AS "isResponding", coalesce(r.clients, 0)::int AS clients,
    coalesce(r."lastError", '') AS "lastError", coalesce(r."lastErrorDate", '') AS "lastErrorDate"
  FROM "_cofferNodes" n LEFT JOIN "_cofferNodeReports" r ON r.name = n.name ORDER BY n.name`

/** Stores the report of a node: $1 is its name, then follow the members of `NodeReport`. */
export const saveReport = `
  INSERT INTO "_cofferNodeReports" (name, clients, "lastError", "lastErrorDate") VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET clients = excluded.clients, "lastError" = excluded."lastError", "lastErrorDate" = excluded."lastErrorDate"`

const nodes = name('_cofferNodes')

/** Returns whether nodes run on a database. Its table of nodes is created by the first one. */
export async function hasNodes(reader: Reader): Promise<boolean> {
  const [hasTable] = (await reader.row(sql`SELECT to_regclass('"_cofferNodes"') IS NOT NULL`)) ?? []
  if (!hasTable) return false
  const live = await reader.row(sql`SELECT name FROM ${nodes} WHERE lease > clock_timestamp() - interval '5 s' LIMIT 1`)
  return live !== undefined
}
