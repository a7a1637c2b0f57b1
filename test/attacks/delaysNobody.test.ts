import { afterAll, beforeAll, test } from 'vitest'
import { attackArgs, attackPreparations } from '../harness/attacks/preparations.ts'
import { realtimeAttacks } from '../harness/attacks/realtimeAttacks.ts'
import { guesses, requestAttacks } from '../harness/attacks/requestAttacks.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { AttackedServer, attackersByTitle } from '../harness/realtimeAttack.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start(attackPreparations, attackArgs)
}, 240_000)
afterAll(() => server.stop(), 240_000)

const attacks = { ...requestAttacks, ...realtimeAttacks }

/** These take long, and `fairTurns` has shorter tests of them. */
const longAttacks = ['bodies with 400,000 keys', 'endless reads of a view']

const cases = attackersByTitle.flatMap(([title, who]) =>
  Object.keys(attacks)
    .filter(
      attack => isLongRun || (!longAttacks.includes(attack) && who === (attack === guesses ? 'fifty addresses' : 'one address')),
    )
    .map(attack => [title, attack, who] as const),
)

test.each(cases)(
  'others are served before an attack by %s ends: %s',
  async (_, attack, who) => {
    const others = new OtherClients(server)
    await others.expectServedDuring(async () => attacks[attack]?.(server, server.attackers()[who]))
    server.expectAllRunning()
  },
  300_000,
)
