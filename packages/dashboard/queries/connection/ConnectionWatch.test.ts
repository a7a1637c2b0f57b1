import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionWatch } from './ConnectionWatch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A watch over a server that is there or not, and how often it was asked. */
const watch = () => {
  const server = { isThere: false, asked: 0 }
  const connection = new ConnectionWatch(async () => {
    server.asked += 1
    if (!server.isThere) throw new Error('nobody there')
  })
  const secondsLeft = () => (Number(connection.current().nextTry) - Date.now()) / 1000
  return { server, connection, secondsLeft }
}

describe('a lost connection', () => {
  it('is asked for at longer and longer intervals', async () => {
    const { connection, secondsLeft } = watch()
    connection.failed()
    const pauses = []
    for (let turn = 0; turn < 7; turn += 1) {
      pauses.push(secondsLeft())
      await vi.advanceTimersByTimeAsync(secondsLeft() * 1000)
    }
    expect(pauses).toEqual([2, 5, 10, 20, 30, 30, 30])
  })

  it('is there again once the server answers, whatever it was asked', async () => {
    const { server, connection } = watch()
    const heard = vi.fn()
    connection.subscribe(heard)
    connection.failed()
    connection.failed()
    expect(heard).toHaveBeenCalledTimes(1)
    connection.answered()
    expect(connection.current()).toEqual({ isLost: false, nextTry: undefined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toBe(0)
  })

  it('is asked for at once on request, one question at a time', async () => {
    const { server, connection } = watch()
    await connection.tryNow()
    expect(server.asked).toBe(0)
    connection.failed()
    server.isThere = true
    const [first] = [connection.tryNow(), connection.tryNow()]
    expect(connection.current()).toEqual({ isLost: true, nextTry: undefined })
    await first
    expect([server.asked, connection.current().isLost]).toEqual([1, false])
  })

  it('that comes and goes is not asked for in a hurry each time', async () => {
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
