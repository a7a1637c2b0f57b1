import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The message of a COMMIT: its type, its length and the statement. */
const commitMessage = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1')

/** When the connection is cut: before PostgreSQL receives the COMMIT, in the middle of it, or before its reply arrives. */
const cuts = ['before', 'within', 'after'] as const

/** A line between a node and PostgreSQL that can fail. */
export interface FaultyLine {
  /** The address of the database through this line. */
  address: string
  /** Cuts one of `every` connections that commit, in different moments of the COMMIT. 0 cuts none. */
  cutCommits: (every: number) => void
  /** Number of connections that were cut in each moment. */
  cut: Record<(typeof cuts)[number], number>
  /** Delivers nothing in either direction, as if a cable was pulled. */
  hold: () => void
  /** Delivers everything, also what was held. */
  release: () => void
  /** Delivers nothing more on the open connections, also after `release`, as if the machine of the database had vanished. New ones work. */
  vanish: () => void
  /** Delivers no more of what PostgreSQL sends on the connection that was used last, as if it did not cancel a statement. */
  stallLast: () => void
  /** Cuts all connections, and refuses new ones until `release`. */
  refuse: () => void
  close: () => void
}

/** Opens a line to a database. */
export async function openFaultyLine(address: string): Promise<FaultyLine> {
  const { hostname, port } = new URL(address)
  const pairs = new Set<[Socket, Socket]>()
  const vanished: Socket[] = []
  const cut: FaultyLine['cut'] = { before: 0, within: 0, after: 0 }
  let [every, commits, isHeld, isRefusing] = [0, 0, false, false]
  let last: [Socket, Socket] | undefined

  /** Passes a COMMIT on up to the moment of the cut, and cuts the connection. */
  const cutAt = (moment: (typeof cuts)[number], bytes: Buffer, begin: number, client: Socket, database: Socket) => {
    cut[moment] += 1
    const passed = { before: begin, within: begin + commitMessage.length - 2, after: bytes.length }[moment]
    client.destroy()
    database.end(bytes.subarray(0, passed))
  }
  const server = createServer(client => {
    if (isRefusing) return client.destroy()
    const database = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [client, database]
    pairs.add(pair)
    client.on('data', (bytes: Buffer) => {
      last = pair
      const begin = every > 0 ? bytes.indexOf(commitMessage) : -1
      if (begin >= 0) commits += 1
      if (begin >= 0 && commits % every === 0) cutAt(cuts[(commits / every) % 3] ?? 'after', bytes, begin, client, database)
      else database.write(bytes)
    })
    database.on('data', bytes => client.write(bytes))
    const end = () => {
      pairs.delete(pair)
      client.destroy()
    }
    client.on('error', () => undefined).on('close', () => database.end())
    database.on('error', end).on('close', end)
    if (isHeld) for (const socket of pair) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(address)
  through.port = String((server.address() as AddressInfo).port)
  const each = (work: (socket: Socket) => void) => [...pairs].flat().forEach(work)
  return {
    address: through.href,
    cut,
    cutCommits: given => {
      every = given
    },
    hold: () => {
      isHeld = true
      each(socket => socket.pause())
    },
    release: () => {
      isHeld = false
      isRefusing = false
      each(socket => socket.resume())
    },
    vanish: () => {
      each(socket => {
        socket.pause()
        vanished.push(socket)
      })
      pairs.clear()
    },
    stallLast: () => {
      last?.[1].pause()
    },
    refuse: () => {
      isRefusing = true
      each(socket => socket.destroy())
    },
    close: () => {
      server.close()
      for (const socket of [...vanished, ...[...pairs].flat()]) socket.destroy()
    },
  }
}
