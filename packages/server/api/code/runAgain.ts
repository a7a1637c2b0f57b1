import { databaseTime } from '../../db/databaseTime.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { sendAgain } from '../../events/deliveries/storedDeliveries.ts'
import { hasChangeLog, hooksConsumer } from '../../events/log/appendEntries.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader, next } from '../Steps.ts'

/** Calls a hook again for a change, after all attempts have failed. */
export const runHookAgain: Endpoint = {
  method: 'POST',
  path: '/code/hooks/:hook/calls/:call/run',
  operation: { id: 'runHookAgain', summary: 'Call a hook again for a change', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize)
    .inMain(async ({ code, request }) => {
      const isHook = code?.host.code.hooks.some(({ key, time }) => time === 'after' && key === request.params.hook)
      if (!isHook) throw new Rejection('missing', { message: 'There is no such hook anymore.' })
      return next(undefined)
    })
    .inWriter(async ({ app: { db }, request }) => {
      const { hook = '', call = '' } = request.params
      const id = /^\d{1,15}$/.test(call) ? Number(call) : 0
      const key = { consumer: hooksConsumer, target: hook, id }
      const isKnown =
        (await hasChangeLog(db)) && (await db.transaction(transaction => sendAgain(transaction, key, databaseTime(db))))
      if (!isKnown) throw new Rejection('missing')
      return emptyReply()
    }),
}
