import { constant, type Sql } from '../sql.ts'

/** The table in which PocketBase 0.22 records the applied migrations. */
export const migrationsTable = 'CREATE TABLE `_migrations` (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL)'

/** The default of `created` and `updated` in every table of the 0.22 layout. */
const now = "DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL"

/** The system tables of `data.db`, as PocketBase 0.22 creates them. */
export const dataTables: readonly Sql[] = [
  migrationsTable,
  `CREATE TABLE \`_admins\` (
    \`id\`              TEXT PRIMARY KEY NOT NULL,
    \`avatar\`          INTEGER DEFAULT 0 NOT NULL,
    \`email\`           TEXT UNIQUE NOT NULL,
    \`tokenKey\`        TEXT UNIQUE NOT NULL,
    \`passwordHash\`    TEXT NOT NULL,
    \`lastResetSentAt\` TEXT DEFAULT "" NOT NULL,
    \`created\`         TEXT ${now},
    \`updated\`         TEXT ${now}
  )`,
  `CREATE TABLE \`_collections\` (
    \`id\`         TEXT PRIMARY KEY NOT NULL,
    \`system\`     BOOLEAN DEFAULT FALSE NOT NULL,
    \`type\`       TEXT DEFAULT "base" NOT NULL,
    \`name\`       TEXT UNIQUE NOT NULL,
    \`schema\`     JSON DEFAULT "[]" NOT NULL,
    \`indexes\`    JSON DEFAULT "[]" NOT NULL,
    \`listRule\`   TEXT DEFAULT NULL,
    \`viewRule\`   TEXT DEFAULT NULL,
    \`createRule\` TEXT DEFAULT NULL,
    \`updateRule\` TEXT DEFAULT NULL,
    \`deleteRule\` TEXT DEFAULT NULL,
    \`options\`    JSON DEFAULT "{}" NOT NULL,
    \`created\`    TEXT ${now},
    \`updated\`    TEXT ${now}
  )`,
  `CREATE TABLE \`_params\` (
    \`id\`      TEXT PRIMARY KEY NOT NULL,
    \`key\`     TEXT UNIQUE NOT NULL,
    \`value\`   JSON DEFAULT NULL,
    \`created\` TEXT DEFAULT "" NOT NULL,
    \`updated\` TEXT DEFAULT "" NOT NULL
  )`,
  `CREATE TABLE \`_externalAuths\` (
    \`id\`           TEXT PRIMARY KEY NOT NULL,
    \`collectionId\` TEXT NOT NULL,
    \`recordId\`     TEXT NOT NULL,
    \`provider\`     TEXT NOT NULL,
    \`providerId\`   TEXT NOT NULL,
    \`created\`      TEXT ${now},
    \`updated\`      TEXT ${now},
    FOREIGN KEY (\`collectionId\`) REFERENCES \`_collections\` (\`id\`) ON UPDATE CASCADE ON DELETE CASCADE
  )`,
  'CREATE UNIQUE INDEX _externalAuths_record_provider_idx on `_externalAuths` (`collectionId`, `recordId`, `provider`)',
  'CREATE UNIQUE INDEX _externalAuths_collection_provider_idx on `_externalAuths` (`collectionId`, `provider`, `providerId`)',
].map(constant)

/**
 * The table of the deletions and updates that can be undone. `deleted` is in milliseconds since 1970; 0 means that the entry has
 * expired, and only its files remain to be removed.
 */
export const undoTables: readonly Sql[] = [
  `CREATE TABLE _cofferDeletions (id INTEGER PRIMARY KEY, key TEXT NOT NULL, deleted INTEGER NOT NULL, size INTEGER NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, files TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX _cofferDeletions_key_idx ON _cofferDeletions (key)',
  'CREATE INDEX _cofferDeletions_record_idx ON _cofferDeletions (recordId, collectionId)',
  'CREATE INDEX _cofferDeletions_deleted_idx ON _cofferDeletions (deleted, size)',
].map(constant)

/** The queue of mails. Times are in milliseconds since 1970. A mail is due at `due`, unless a server has claimed it for longer. */
export const mailTables: readonly Sql[] = [
  `CREATE TABLE _cofferMails (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, job TEXT NOT NULL, attempts INTEGER NOT NULL,
    created INTEGER NOT NULL, due INTEGER NOT NULL, claimedUntil INTEGER NOT NULL)`,
].map(constant)

/** The counts of failed attempts. A bucket allows more attempts the closer `fullAt` is, in milliseconds since 1970. */
export const attemptTables: readonly Sql[] = [
  'CREATE TABLE _cofferAttempts (name TEXT PRIMARY KEY NOT NULL, fullAt REAL NOT NULL) WITHOUT ROWID',
  'CREATE INDEX _cofferAttempts_fullAt_idx ON _cofferAttempts (fullAt)',
].map(constant)
