import { defineExchanges } from './runner/defineExchanges.ts'

await defineExchanges('platform-logs')
