import { hashAtStoredCost } from '../harness/fastHashes.ts'
import { defineExchanges } from './runner/defineExchanges.ts'

hashAtStoredCost()

await defineExchanges('platform-admins')
