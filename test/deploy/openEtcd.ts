import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../harness/findFreePort.ts'
import { repositoryDir } from '../harness/paths.ts'
import { replacing } from './replacing.ts'

const configuration = readFileSync(join(repositoryDir, 'deploy/cluster/etcd.env'), 'utf8')
const names = ['etcd1', 'etcd2', 'etcd3'] as const

/** A machine with etcd. */
interface KeyMachine {
  /** Host and port for clients. */
  host: string
  child: ChildProcess
}

/** Returns the variables of a file as systemd reads it. */
function variablesIn(text: string): NodeJS.ProcessEnv {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** Starts three machines with the configuration in `deploy/cluster`, which agree on the primary. */
export async function openEtcd(folder: string): Promise<KeyMachine[]> {
  const machines = []
  for (const name of names) machines.push({ name, clients: await findFreePort(), peers: await findFreePort() })
  const peers = machines.map((machine): [string, string] => [`${machine.name}.example.com:2380`, `127.0.0.1:${machine.peers}`])
  return machines.map(({ name, clients, peers: own }) => {
    const text = replacing(configuration, [
      ['ETCD_NAME=etcd1', `ETCD_NAME=${name}`],
      ['URLS=http://etcd1.example.com:2379', `URLS=http://127.0.0.1:${clients}`],
      ['URLS=http://etcd1.example.com:2380', `URLS=http://127.0.0.1:${own}`],
      ['0.0.0.0:2379', `127.0.0.1:${clients}`],
      ['0.0.0.0:2380', `127.0.0.1:${own}`],
      ...peers,
      ['/var/lib/etcd/coffer', join(folder, name)],
    ])
    const env = { ...process.env, ...variablesIn(text) }
    return { host: `127.0.0.1:${clients}`, child: spawn('etcd', [], { env, stdio: 'ignore' }) }
  })
}
