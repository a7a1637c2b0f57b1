import { constant, type Sql, sql } from '../sql.ts'
import { postgresDialect } from './postgresDialect.ts'
import { creationDate, rowNumberColumn, text } from './systemTables.ts'

/** The table of the log. Messages have no index, because they can be longer than a key of an index. */
export const logTables: readonly Sql[] = [
  `CREATE TABLE "_logs" (
    ${rowNumberColumn},
    "id"      ${text} PRIMARY KEY DEFAULT ('r' || left(md5(gen_random_uuid()::text), 14)) NOT NULL,
    "level"   double precision DEFAULT 0 NOT NULL,
    "message" ${text} DEFAULT '' NOT NULL,
    "data"    json DEFAULT '{}' NOT NULL,
    "created" ${creationDate},
    "updated" ${creationDate}
  )`,
  'CREATE INDEX _logs_level_idx ON "_logs" ("level")',
  'CREATE INDEX _logs_created_idx ON "_logs" ("created")',
].map(constant)

/** Counts the entries of a transition table by hour, level and requester. */
const counts = (entries: string): string => `
  SELECT ${postgresDialect.hour(sql`created`).text} AS created, level,
    '{"auth":' || coalesce(coffer.at(data, '{auth}')::text, 'null') || '}' AS data,
    count(*) AS total, sum(octet_length(message) + octet_length(data::text)) AS bytes
  FROM ${entries} GROUP BY 1, 2, 3`

const countRemoved = `
  UPDATE _coffer_log_hours h SET total = h.total - c.total, bytes = h.bytes - c.bytes FROM (${counts('removed')}) c
    WHERE h.created = c.created AND h.level = c.level AND h.data::text = c.data;
  DELETE FROM _coffer_log_hours WHERE total = 0;`

const countAdded = `
  INSERT INTO _coffer_log_hours (created, level, data, total, bytes)
    SELECT c.created, c.level, c.data::json, c.total, c.bytes FROM (${counts('added')}) c ORDER BY c.created, c.level, c.data
    ON CONFLICT (created, level, (data::text))
    DO UPDATE SET total = _coffer_log_hours.total + excluded.total, bytes = _coffer_log_hours.bytes + excluded.bytes;`

const trigger = (operation: 'DELETE' | 'INSERT' | 'UPDATE', transitionTables: string): string =>
  `CREATE TRIGGER _coffer_log_hours_${operation.toLowerCase()} AFTER ${operation} ON _logs
    REFERENCING ${transitionTables} FOR EACH STATEMENT EXECUTE FUNCTION _coffer_count_logs()`

/**
 * Creates the table with the numbers and bytes of entries by hour, level and requester. Triggers count the entries of each statement
 * together, whichever program changes them, so the counts are always complete.
 */
export const logHourTables: readonly Sql[] = [
  `CREATE TABLE _coffer_log_hours (created ${text} NOT NULL, level double precision NOT NULL, data json NOT NULL,
    total bigint NOT NULL, bytes bigint NOT NULL)`,
  'CREATE UNIQUE INDEX _coffer_log_hours_idx ON _coffer_log_hours (created, level, (data::text))',
  `CREATE FUNCTION _coffer_count_logs() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN DELETE FROM _coffer_log_hours; END IF;
    IF TG_OP IN ('DELETE', 'UPDATE') THEN ${countRemoved} END IF;
    IF TG_OP IN ('INSERT', 'UPDATE') THEN ${countAdded} END IF;
    RETURN NULL;
  END $$`,
  trigger('INSERT', 'NEW TABLE AS added'),
  trigger('DELETE', 'OLD TABLE AS removed'),
  trigger('UPDATE', 'OLD TABLE AS removed NEW TABLE AS added'),
  `CREATE TRIGGER _coffer_log_hours_truncate AFTER TRUNCATE ON _logs
    FOR EACH STATEMENT EXECUTE FUNCTION _coffer_count_logs()`,
].map(constant)
