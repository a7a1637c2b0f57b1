import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { PasswordTurns } from './PasswordTurns.ts'

const senderAt = (remoteIp: string) => ({ remoteIp, headers: {} })

test('sign-ins that wait for hooks or a process delay only those of their clients', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const turns = new PasswordTurns(new ClientLedger())
  const begun: string[] = []
  const signIn = (address: string) =>
    turns.run(senderAt(address), false, () => {
      begun.push(address)
      return new Promise<never>(() => undefined)
    })
  const attackers = Array.from({ length: Math.max(2, availableParallelism()) }, (_, number) => `203.0.113.${number}`)
  for (const address of [...attackers, ...attackers, '198.51.100.3']) signIn(address).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(attackers)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toEqual([...attackers, '198.51.100.3'])
})
