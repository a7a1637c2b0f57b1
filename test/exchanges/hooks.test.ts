import { databaseOfRun } from '../harness/copySample.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { defineExchanges } from './runner/defineExchanges.ts'

/**
 * The topics that use the database most. Starting servers takes time, so all of them run on PostgreSQL only with `COFFER_TEST_LONG=1`, as
 * before a release.
 */
const ofDatabase = ['09-dao-find', '10-dao-write', '11-sql', '31-parallel']

/** The scenarios that write what no other scenario of their topic sees, so that they share a server. */
const undisturbed: Readonly<Record<string, RegExp>> = {
  '01-record-requests': /^(?!a delete hook)/,
  '02-model-hooks': /^(?!an error before a deletion|the same by the dao)/,
  '03-errors': /./,
  '06-auth': /./,
  '10-dao-write': /^save|^transaction: (?:throw|return-|a returned|an error)/,
  '13-forms': /./,
  '26-order': /./,
  '29-account-flows': /./,
}

await defineExchanges('hooks', {
  ...(databaseOfRun() === 'postgres' && !isLongRun && { topics: ofDatabase }),
  isUndisturbed: (topic, scenario) => undisturbed[topic]?.test(scenario) ?? false,
})
