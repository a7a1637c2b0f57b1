import type { Reader } from '../engine.ts'
import { sql } from '../sql.ts'

/** What a PostgreSQL server tells about itself and a database. */
export interface ServerFacts {
  /** Such as `17.5`. */
  version: string
  /** The settings that decide whether a confirmed change survives a power failure. */
  settings: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit', string>>
  /** Number of pages whose checksum was wrong when they were read; undefined if the server computes no checksums. */
  checksumFailures: number | undefined
  /** Indexes that PostgreSQL does not use, because building them has failed. */
  invalidIndexes: string[]
  /** Size of the database in bytes. */
  size: number
}

/** Reads the state of the server of a database. */
export async function inspectServer(reader: Reader): Promise<ServerFacts> {
  const [version, fsync, fullPageWrites, synchronousCommit, failures, indexes, size] =
    (await reader.row(sql`
      SELECT split_part(current_setting('server_version'), ' ', 1), current_setting('fsync'), current_setting('full_page_writes'),
        current_setting('synchronous_commit'),
        (SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()),
        (SELECT coalesce(json_agg(indexrelid::regclass::text ORDER BY 1), '[]') FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
          WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace),
        pg_database_size(current_database())`)) ?? []
  return {
    version: String(version),
    settings: {
      fsync: String(fsync),
      full_page_writes: String(fullPageWrites),
      synchronous_commit: String(synchronousCommit),
    },
    checksumFailures: typeof failures === 'number' ? failures : undefined,
    invalidIndexes: JSON.parse(String(indexes)) as string[],
    size: Number(size),
  }
}
