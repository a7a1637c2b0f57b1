import { besideOfficeStreams, importRecords, uploadFiles } from '../../test/harness/attacks/heavyUse.ts'
import { memoryAttacks, realtimeAttacks } from '../../test/harness/attacks/realtimeAttacks.ts'
import { type Attack, hugePage, leavePagesUnread, requestAttacks } from '../../test/harness/attacks/requestAttacks.ts'
import { type AttackedServer, allAttackers, numbers, records } from '../../test/harness/realtimeAttack.ts'

/** An attack, or heavy use, that is repeated while other clients are measured. */
export interface MeasuredAttack {
  name: string
  run: (server: AttackedServer) => Promise<unknown>
}

const attacks: Record<string, Attack> = {
  ...requestAttacks,
  'pages of 56 MB that are left unread': (server, headersOf) =>
    leavePagesUnread(server, { path: hugePage, count: 20, headersOf }),
  ...realtimeAttacks,
  ...memoryAttacks,
}

const officeStreams = 2_000

/** What applications with many users behind one address do. */
const heavyUse: MeasuredAttack[] = [
  { name: 'import of 10,000 records, 50 at once', run: ({ port }) => importRecords(port, 10_000) },
  { name: '40 uploads of 4 MB at once', run: ({ port }) => uploadFiles(port) },
  {
    name: '2,000 streams of an office',
    run: server =>
      besideOfficeStreams(server.port, officeStreams, async () => {
        for (const n of numbers(100)) await server.askAsAdmin('POST', records, { n })
      }),
  },
]

/** Each attack by one address, by one signed-in address and by fifty addresses, then honest heavy use. */
export const allAttacks: readonly MeasuredAttack[] = [
  ...Object.entries(attacks).flatMap(([name, attack]) =>
    allAttackers.map(who => ({
      name: `${name}, ${who.replace(/,$/, '')}`,
      run: (server: AttackedServer) => attack(server, server.attackers()[who]),
    })),
  ),
  ...heavyUse,
]
