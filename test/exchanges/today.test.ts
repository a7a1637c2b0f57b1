import { defineExchanges } from './runner/defineExchanges.ts'

await defineExchanges('today')
