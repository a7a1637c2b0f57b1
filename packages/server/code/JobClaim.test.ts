import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { JobClaim } from './JobClaim.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Takes the claim of a job. `answer` answers what renews the claim, which is counted. */
async function takeClaim(answer: () => boolean) {
  const counts = { renewed: 0, released: 0 }
  const claims = {
    claimJob: async () => true,
    renewJob: async () => {
      counts.renewed += 1
      return answer()
    },
    releaseJob: async () => {
      counts.released += 1
    },
    claimedJobs: async () => [],
  }
  const claim = await JobClaim.take(claims, 'tidy', 'this node')
  if (!claim) throw new Error('The job was not claimed.')
  return { claim, counts }
}

/** Passes 56 seconds, in which a suspended process renews nothing. */
function suspend(): void {
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 56_000)
}

test('a claim that was not renewed for nearly a minute is held only if the database confirms it', async () => {
  let isReachable = true
  const { claim, counts } = await takeClaim(() => {
    if (!isReachable) throw new Error('The database is gone.')
    return true
  })
  expect([await claim.isHeld(), counts.renewed]).toEqual([true, 0])
  suspend()
  isReachable = false
  expect([await claim.isHeld(), counts.renewed, claim.lost.aborted]).toEqual([false, 1, false])
  isReachable = true
  expect([await claim.isHeld(), await claim.isHeld(), counts.renewed]).toEqual([true, true, 2])
})

test('a claim that another node has taken is lost, and not claimed again', async () => {
  const answers = [false, true]
  const { claim, counts } = await takeClaim(() => answers.shift() === true)
  suspend()
  expect(await Promise.all([claim.isHeld(), claim.isHeld()])).toEqual([false, false])
  expect(claim.lost.aborted).toBe(true)
  expect(claim.lost.reason).toMatchObject({ message: expect.stringContaining('Another node has taken over the job') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await claim.isHeld(), counts.renewed]).toEqual([false, 1])
  await claim.release()
  expect(counts.released).toBe(1)
})
