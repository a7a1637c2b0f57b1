/** Tests that depend on `isLongRun`: crashes at random times, random queries, and the pages of the manual. */
export const longer = [
  'e2e/manual.test.ts',
  'packages/server/query/select/awkwardValues.property.test.ts',
  'packages/server/query/select/sameAnswers.property.test.ts',
  'test/api/dataDirectory/ownDirectory.test.ts',
  'test/api/durability/storm.test.ts',
  'test/api/move.test.ts',
  'test/api/rules/cachedResponses.property.test.ts',
  'test/api/schemaChanges/crash.test.ts',
  'test/attacks/everyRouteAsGuest.test.ts',
]

/** Tests that `npm test` leaves out: long crash tests of restores, and what else is long on PostgreSQL. */
export const longOnly = [
  'e2e/postgres.test.ts',
  'test/api/postgresBackups.test.ts',
  'test/faults/killedRestore.test.ts',
  'test/faults/unsyncedRestore.test.ts',
  'test/postgres/crashStorm.test.ts',
]
