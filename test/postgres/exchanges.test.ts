import { defineExchanges } from '../exchanges/runner/defineExchanges.ts'

// What differs most between the databases, except filters and sorts, which random queries compare (`sameAnswers.property.test.ts`).
// `npm run test:postgres` plays all recorded exchanges on PostgreSQL.
await defineExchanges('smoke', { database: 'postgres' })
await defineExchanges('records-read', { database: 'postgres', topics: ['views'] })
await defineExchanges('records-write', { database: 'postgres', topics: ['delete-cascade', 'unique'] })
