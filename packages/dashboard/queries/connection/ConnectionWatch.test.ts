import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionWatch } from './ConnectionWatch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch over a simulated server that counts how often it is pinged. */
function watch() {
  const server = { isReachable: false, pings: 0 }
  const connection = new ConnectionWatch(async () => {
    server.pings += 1
    if (!server.isReachable) throw new Error('unreachable')
  })
  const secondsLeft = () => (Number(connection.current().nextTry) - Date.now()) / 1000
  return { server, connection, secondsLeft }
}

describe('ConnectionWatch', () => {
  it('pings a lost server at increasing intervals', async () => {
    const { connection, secondsLeft } = watch()
    connection.failed()
    const pauses = []
    for (let turn = 0; turn < 7; turn += 1) {
      pauses.push(secondsLeft())
      await vi.advanceTimersByTimeAsync(secondsLeft() * 1000)
    }
    expect(pauses).toEqual([2, 5, 10, 20, 30, 30, 30])
  })

  it('reports the server as reachable once any request gets a response', async () => {
    const { server, connection } = watch()
    const listener = vi.fn()
    connection.subscribe(listener)
    connection.failed()
    connection.failed()
    expect(listener).toHaveBeenCalledTimes(1)
    connection.answered()
    expect(connection.current()).toEqual({ isLost: false, nextTry: undefined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.pings).toBe(0)
  })

  it('pings immediately on tryNow, one ping at a time', async () => {
    const { server, connection } = watch()
    await connection.tryNow()
    expect(server.pings).toBe(0)
    connection.failed()
    server.isReachable = true
    const [first] = [connection.tryNow(), connection.tryNow()]
    expect(connection.current()).toEqual({ isLost: true, nextTry: undefined })
    await first
    expect([server.pings, connection.current().isLost]).toEqual([1, false])
  })

  it('restarts with the shortest interval only after the connection was stable for a minute', async () => {
    const { connection, secondsLeft } = watch()
    connection.failed()
    connection.answered()
    connection.failed()
    expect(secondsLeft()).toBe(5)
    connection.answered()
    await vi.advanceTimersByTimeAsync(61_000)
    connection.failed()
    expect(secondsLeft()).toBe(2)
  })
})
