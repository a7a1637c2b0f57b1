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
 * expired, and only its files remain to be removed. In older databases, an index of a user can have the name of one of its indexes.
 * The table then does without that index.
 */
export const undoTables: readonly Sql[] = [
  `CREATE TABLE _cofferDeletions (id INTEGER PRIMARY KEY, key TEXT NOT NULL, deleted INTEGER NOT NULL, size INTEGER NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, files TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS _cofferDeletions_key_idx ON _cofferDeletions (key)',
  'CREATE INDEX IF NOT EXISTS _cofferDeletions_record_idx ON _cofferDeletions (recordId, collectionId)',
  'CREATE INDEX IF NOT EXISTS _cofferDeletions_deleted_idx ON _cofferDeletions (deleted, size)',
].map(constant)

/** The queue of mails. Times are in milliseconds since 1970. A mail is due at `due`, unless a server has claimed it for longer. */
export const mailTables: readonly Sql[] = [
  `CREATE TABLE _cofferMails (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, job TEXT NOT NULL, attempts INTEGER NOT NULL,
    created INTEGER NOT NULL, due INTEGER NOT NULL, claimedUntil INTEGER NOT NULL)`,
].map(constant)

/** The counts of failed attempts. A bucket allows more attempts the closer `fullAt` is, in milliseconds since 1970. */
export const attemptTables: readonly Sql[] = [
  'CREATE TABLE _cofferAttempts (name TEXT PRIMARY KEY NOT NULL, fullAt REAL NOT NULL) WITHOUT ROWID',
  'CREATE INDEX IF NOT EXISTS _cofferAttempts_fullAt_idx ON _cofferAttempts (fullAt)',
].map(constant)

/** The last review of access. `reviewed` is in milliseconds since 1970, `admin` the email of an admin. */
export const accessReviewTables: readonly Sql[] = [
  `CREATE TABLE _cofferAccessReviews (id INTEGER PRIMARY KEY, reviewed INTEGER NOT NULL, admin TEXT NOT NULL, state TEXT NOT NULL)`,
].map(constant)

/** The rule tests of collections: a JSON list for each. */
export const ruleTestTables: readonly Sql[] = [
  'CREATE TABLE _cofferRuleTests (id INTEGER PRIMARY KEY, collectionId TEXT UNIQUE NOT NULL, tests TEXT NOT NULL)',
].map(constant)

/** The state of sign-ins, see `records/rows/signIns.ts`. */
export const signInTables: readonly Sql[] = [
  `CREATE TABLE _cofferSignIns (id TEXT PRIMARY KEY NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, kind TEXT NOT NULL,
    collectionId TEXT NOT NULL, recordId TEXT NOT NULL, detail TEXT NOT NULL, keyDigest TEXT NOT NULL, attempts INTEGER NOT NULL,
    expires INTEGER NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS _cofferSignIns_record_idx ON _cofferSignIns (kind, collectionId, recordId)',
  'CREATE INDEX IF NOT EXISTS _cofferSignIns_detail_idx ON _cofferSignIns (kind, collectionId, detail)',
  'CREATE INDEX IF NOT EXISTS _cofferSignIns_expires_idx ON _cofferSignIns (expires)',
].map(constant)

/**
 * The log of changes, the positions of its consumers, and what they still have to deliver or have delivered lately. Times are in
 * milliseconds since 1970, sizes in characters. The states of deliveries are in `events/deliveries/Delivery.ts`. The index has all
 * columns of the queries about waiting deliveries: 10,000 are counted in 0.5 ms instead of 10, and the due ones found in 5 instead of 17.
 */
export const eventTables: readonly Sql[] = [
  `CREATE TABLE _cofferEvents (id INTEGER PRIMARY KEY, created INTEGER NOT NULL, size INTEGER NOT NULL, content TEXT NOT NULL)`,
  `CREATE TABLE _cofferCursors (consumer TEXT PRIMARY KEY NOT NULL, seen TEXT NOT NULL, reading TEXT NOT NULL, lastId INTEGER NOT NULL)`,
  `CREATE TABLE _cofferDeliveries (id INTEGER PRIMARY KEY, message TEXT UNIQUE NOT NULL, consumer TEXT NOT NULL, target TEXT NOT NULL,
    subject TEXT NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL, due INTEGER NOT NULL, ended INTEGER NOT NULL,
    attempts INTEGER NOT NULL, size INTEGER NOT NULL, outcome TEXT NOT NULL, content TEXT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS _cofferDeliveries_target_idx ON _cofferDeliveries (consumer, target, state, subject, id, due, size)',
].map(constant)
