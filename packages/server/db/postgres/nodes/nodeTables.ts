import { attemptStatements, text } from '../systemTables.ts'

/**
 * Creates the tables of the nodes that share a database. Tables that are not needed after a crash of PostgreSQL are not logged: all nodes
 * then begin at the present. `applied` is the snapshot up to which a node has applied the log. `_cofferNodeReports` has what the nodes say
 * about themselves. `_cofferNodeMessages` has the messages that their recipients have not read; the sender of an answer is ''.
 * `_cofferNodeWindows` has the numbers of requests that nodes have taken from each window of a limit, and its end in milliseconds since 1970.
 * `_cofferNodeState` has one row: the number of the last change of collections. Transactions lock this table so that collections do not
 * change while they run.
 * `_cofferNodeDuties` has one row: the node that does what only one node does, until when, and the last minute whose schedules
 * it started; before its first one, the minute in which it took the duties.
 * `_cofferNodeJobs` has a row for each running job: the process that runs it, and until when it has claimed the job.
 * The sequence does not belong to a column, because the sequence of an unlogged table is damaged on a standby that is promoted.
 * The log is the last table, because programs that find it also use the others.
 */
const statements: readonly string[] = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS "_cofferNodes" (name ${text} PRIMARY KEY NOT NULL, version ${text} NOT NULL, key ${text} NOT NULL,
    address ${text} NOT NULL, started timestamptz DEFAULT clock_timestamp() NOT NULL, lease timestamptz NOT NULL, applied ${text} NOT NULL)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS "_cofferNodeReports" (name ${text} PRIMARY KEY NOT NULL REFERENCES "_cofferNodes" ON DELETE CASCADE,
    clients bigint NOT NULL, "lastError" ${text} NOT NULL, "lastErrorDate" ${text} NOT NULL)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS "_cofferNodeMessages" (id ${text} PRIMARY KEY NOT NULL, recipient ${text} NOT NULL, sender ${text} NOT NULL,
    content ${text} NOT NULL, expires timestamptz NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS "_cofferNodeMessages_recipient_idx" ON "_cofferNodeMessages" (recipient, expires)',
  `CREATE UNLOGGED TABLE IF NOT EXISTS "_cofferNodeWindows" (key ${text} PRIMARY KEY NOT NULL, ends float8 NOT NULL, taken float8 NOT NULL)`,
  ...attemptStatements,
  'CREATE TABLE IF NOT EXISTS "_cofferNodeState" (id bigint PRIMARY KEY NOT NULL, collections bigint NOT NULL)',
  'INSERT INTO "_cofferNodeState" VALUES (1, 0) ON CONFLICT DO NOTHING',
  `CREATE TABLE IF NOT EXISTS "_cofferNodeDuties" (id bigint PRIMARY KEY NOT NULL, holder ${text} NOT NULL, until timestamptz NOT NULL,
    minute bigint NOT NULL)`,
  `INSERT INTO "_cofferNodeDuties" VALUES (1, '', '-infinity', 0) ON CONFLICT DO NOTHING`,
  `CREATE TABLE IF NOT EXISTS "_cofferNodeJobs" (name ${text} PRIMARY KEY NOT NULL, holder ${text} NOT NULL, until timestamptz NOT NULL)`,
  'CREATE SEQUENCE IF NOT EXISTS "_cofferNodeLog_order"',
  `CREATE UNLOGGED TABLE IF NOT EXISTS "_cofferNodeLog" (id bigint DEFAULT nextval('"_cofferNodeLog_order"') PRIMARY KEY NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL, origin ${text} NOT NULL, size bigint NOT NULL, content ${text} NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS "_cofferNodeLog_xid_idx" ON "_cofferNodeLog" (xid)',
]

/**
 * Creates the tables of nodes that do not exist. Each statement is its own transaction: CREATE INDEX locks its table even if the index
 * exists, and with the locks of several tables, a node that starts could deadlock with a change of collections on a running node.
 * @param run runs a statement outside of transactions
 */
export async function createNodeTables(run: (statement: string) => Promise<unknown>): Promise<void> {
  for (const statement of statements) await run(statement)
}
