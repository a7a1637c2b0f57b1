import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** Milliseconds by which each reply of PostgreSQL is delayed, so that messages that do not wait for it are sent before it arrives. */
const replyDelayMs = 30

/** A line to PostgreSQL that counts round trips. */
export interface Wire {
  /** The address of the database through this line. */
  address: string
  /** Returns the number of round trips since the last call: how often a connection has sent something after it had received a reply. */
  take: () => number
  close: () => void
}

/** Opens a line to a database. */
export async function openWire(address: string): Promise<Wire> {
  const { hostname, port } = new URL(address)
  let roundTrips = 0
  const line = createServer(client => {
    const database = connect(Number(port), hostname)
    let waitsForReply = false
    client.on('data', bytes => {
      if (!waitsForReply) roundTrips += 1
      waitsForReply = true
      database.write(bytes)
    })
    database.on('data', bytes => {
      setTimeout(() => {
        waitsForReply = false
        client.write(bytes)
      }, replyDelayMs)
    })
    // A lost connection ends both sides.
    client.on('error', () => database.destroy()).on('close', () => database.destroy())
    database.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const through = new URL(address)
  through.port = String((line.address() as AddressInfo).port)
  return {
    address: through.href,
    take: () => {
      const taken = roundTrips
      roundTrips = 0
      return taken
    },
    close: () => {
      line.close()
    },
  }
}
