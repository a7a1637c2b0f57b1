import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { askApi } from './askApi.ts'

const checkMs = 100

/** A load balancer that sends each request to the next server whose health check succeeds. */
interface Balancer {
  port: number
  /** Sends requests to another server in place of one that has ended. */
  replace: (former: number, port: number) => void
  close: () => Promise<void>
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming
  const { connection: _, ...kept } = headers
  const passed = request({ host: '127.0.0.1', port, agent: false, method, path, headers: kept }, response => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    // Event streams begin with headers alone.
    outgoing.flushHeaders()
    response.pipe(outgoing)
    // A response that breaks off must not look complete.
    response.on('error', () => undefined).on('close', () => void (response.complete || outgoing.destroy()))
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
  outgoing.on('close', () => passed.destroy())
}

/** Opens a load balancer in front of servers on this machine. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map(port => ({ port, isHealthy: true }))
  const check = async (server: (typeof servers)[number]) => {
    const { port } = server
    const isHealthy = await askApi(port, 'GET', '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    )
    if (server.port === port) server.isHealthy = isHealthy
  }
  const checks = setInterval(() => servers.forEach(server => void check(server)), checkMs)
  let turn = 0
  const balancer = createServer((incoming, outgoing) => {
    const healthy = servers.filter(({ isHealthy }) => isHealthy)
    turn += 1
    const server = healthy[turn % healthy.length]
    if (server) pass(incoming, outgoing, server.port)
    else outgoing.writeHead(503, { 'Retry-After': '1' }).end('{}')
  })
  await once(balancer.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (balancer.address() as AddressInfo).port,
    replace: (former, port) => {
      const server = servers.find(known => known.port === former)
      if (!server) throw new Error(`No server listens on the port ${former}.`)
      Object.assign(server, { port, isHealthy: false })
    },
    close: async () => {
      clearInterval(checks)
      balancer.close()
      balancer.closeAllConnections()
    },
  }
}
