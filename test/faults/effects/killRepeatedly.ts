import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { mailSettings, openMailServer } from '../../harness/openMailServer.ts'
import { openReceiver } from '../../harness/openReceiver.ts'
import { createResuming } from '../../harness/openResuming.ts'
import { Effects } from './Effects.ts'
import { expectResync } from './expectResync.ts'
import { openInstallation } from './openInstallation.ts'

/** How often a run kills the server at least. */
export const cuts = isLongRun ? 200 : 6
/** How many kills have to interrupt mails, and how many the other effects. Otherwise they came too late to show anything. */
const leastInterrupted = cuts / 3
/** Upper bound of the milliseconds between the first response and the kill. */
const maxDelayMs = 25

const clearMailDates = "UPDATE users SET lastResetSentAt = '' WHERE lastResetSentAt <> ''"

/**
 * Kills a server again and again, each time up to 25 ms after it has confirmed changes that cause mails, removals of files and web hooks.
 * Fails unless each effect has taken place after the next start, and a client of an event stream has to load its records again.
 */
export async function killRepeatedly(kind: 'sqlite' | 'postgres'): Promise<void> {
  const mails = await openMailServer()
  onTestFinished(mails.close)
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const installation = await openInstallation(kind, [mailSettings({ port: mails.port })])
  const effects = new Effects(installation, mails, receiver)
  let coffer = await installation.start()
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  const { id: scratch } = (await askApi(coffer.port, 'GET', '/api/collections/scratch', { token: installation.token })).json
  const hook = { url: receiver.url, collections: [scratch] }
  expect((await askApi(coffer.port, 'POST', '/api/web-hooks', { token: installation.token, body: hook })).status).toBe(200)

  const interrupted = { mails: 0, removals: 0, untold: 0 }
  const hasEnough = () => interrupted.mails >= leastInterrupted && interrupted.removals + interrupted.untold >= leastInterrupted
  // A fast machine finishes many effects before the kill, so a run goes on until enough of them were interrupted.
  for (let cut = 0; cut < cuts || (cut < cuts * 4 && !hasEnough()); cut += 1) {
    const listener = createResuming(coffer.port, { subscriptions: ['scratch/*'] })
    expect(await listener.connect()).toBe(204)
    await effects.causeSome(coffer.port, cut % 2 === 0 ? 'changes' : 'mails')
    // Most kills come early, while effects are under way.
    await wait(Math.random() ** 2 * maxDelayMs)
    await coffer.end('SIGKILL')
    await listener.ended()
    const pending = effects.pending()
    for (const effect of Object.keys(interrupted) as (keyof typeof interrupted)[])
      interrupted[effect] += Number(pending[effect] > 0)
    installation.query(clearMailDates)
    coffer = await installation.start()
    await expectResync(coffer.port, listener)
    await effects.verify()
    // The mails of this round are recorded by now, which would prevent the mails of the next one.
    installation.query(clearMailDates)
  }
  expect(hasEnough(), JSON.stringify(interrupted)).toBe(true)
}
