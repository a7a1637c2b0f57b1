import { leaseMs } from '../../../runtime/cache/lease.ts'
import { maxCountedChanges } from '../../engine.ts'

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
