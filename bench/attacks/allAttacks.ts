import { besideOfficeStreams, importRecords, uploadFiles } from '../../test/harness/attacks/heavyUse.ts'
import { memoryAttacks, realtimeAttacks } from '../../test/harness/attacks/realtimeAttacks.ts'
import { type Attack, hugePage, leavePagesUnread, requestAttacks } from '../../test/harness/attacks/requestAttacks.ts'
import { numbers, records } from '../../test/harness/realtimeAttack.ts'
import { bodiesAndSignIns } from './bodiesAndSignIns.ts'
import { faultyHooks } from './faultyHooks.ts'
import { http2Attacks } from './http2Attacks.ts'
import { byAllAttackers, byOneAddress, type MeasuredAttack, type OpenAttack } from './MeasuredAttack.ts'
import { oneSlowFilter, slowReads } from './slowReads.ts'

const withDefaults = (attacks: Record<string, Attack>): Record<string, OpenAttack> =>
  Object.fromEntries(Object.entries(attacks).map(([name, attack]) => [name, () => ({ attack })]))

const attacks: Record<string, OpenAttack> = {
  ...withDefaults({
    ...requestAttacks,
    'pages of 56 MB that are left unread': (server, headersOf) =>
      leavePagesUnread(server, { path: hugePage, count: 20, headersOf }),
  }),
  ...slowReads,
  ...bodiesAndSignIns,
  ...withDefaults({ ...realtimeAttacks, ...memoryAttacks }),
  ...http2Attacks,
}

const officeStreams = 2_000

/** What applications with many users behind one address do. */
const heavyUse = withDefaults({
  'import of 10,000 records, 50 at once': ({ port }) => importRecords(port, 10_000),
  '40 uploads of 4 MB at once': ({ port }) => uploadFiles(port),
  '2,000 streams of an office': server =>
    besideOfficeStreams(server.port, officeStreams, async () => {
      for (const n of numbers(100)) await server.askAsAdmin('POST', records, { n })
    }),
})

/** Attacks by one address, by one signed-in address and by fifty addresses; then faulty hooks and honest heavy use. */
export const allAttacks: readonly MeasuredAttack[] = [
  byOneAddress(oneSlowFilter),
  ...Object.entries(attacks).flatMap(byAllAttackers),
  ...Object.entries(faultyHooks).map(byOneAddress),
  ...Object.entries(heavyUse).map(byOneAddress),
]
