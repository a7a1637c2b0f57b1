import { defineExchanges } from '../exchanges/runner/defineExchanges.ts'

// What differs most between the databases. `npm run test:postgres` plays all recorded exchanges on PostgreSQL.
await defineExchanges('smoke', { database: 'postgres' })
await defineExchanges('records-read', { database: 'postgres', topics: ['multi-match', 'sort', 'views'] })
await defineExchanges('records-write', { database: 'postgres', topics: ['delete-cascade', 'unique'] })
