import { defineExchanges } from './runner/defineExchanges.ts'

await defineExchanges('records-write')
