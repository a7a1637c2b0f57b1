import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../harness/findFreePort.ts'
import { repositoryDir } from '../harness/paths.ts'
import { childrenOf } from '../harness/processTree.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { openEtcd } from './openEtcd.ts'
import { replacing } from './replacing.ts'

/** A machine with PostgreSQL under Patroni. */
interface DatabaseMachine {
  /** Host and port of its PostgreSQL. */
  host: string
  isPrimary: () => Promise<boolean>
  /** Ends Patroni and PostgreSQL at once, as a power failure would. */
  kill: () => void
}

export interface PatroniCluster {
  machines: DatabaseMachine[]
  /** The address of an empty database that names all machines, and its password. */
  address: string
  password: string
  close: () => Promise<void>
}

/** PostgreSQL and Patroni refuse to run as root, so root starts them as `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Folders with the programs of PostgreSQL; `PG_BIN_DIR` names another one. */
const binFolders = [process.env.PG_BIN_DIR ?? '', ...[18, 17, 16].map(version => `/usr/lib/postgresql/${version}/bin`)]

/** Returns the folder with the programs of PostgreSQL that Patroni needs; undefined if they are not installed. */
export function findPostgresPrograms(): string | undefined {
  return binFolders.find(folder => folder !== '' && existsSync(join(folder, 'pg_rewind')))
}

const configuration = readFileSync(join(repositoryDir, 'deploy/cluster/patroni.yml'), 'utf8')

function passwordOf(role: string): string {
  const found = new RegExp(`username: ${role}\\n\\s+password: (\\S+)`).exec(configuration)?.[1]
  if (found === undefined) throw new Error(`The configuration has no password of ${role}.`)
  return found
}

function killFamily(parent: number): void {
  for (const pid of [parent, ...childrenOf(parent)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

async function startMachine(folder: string, name: string, etcd: readonly string[], binFolder: string) {
  const home = join(folder, name)
  mkdirSync(home)
  const [port, api] = [await findFreePort(), await findFreePort()]
  const config = join(home, 'patroni.yml')
  const text = replacing(configuration, [
    ['name: db1', `name: ${name}`],
    ['0.0.0.0:5432', `127.0.0.1:${port}`],
    ['db1.example.com:5432', `127.0.0.1:${port}`],
    ['0.0.0.0:8008', `127.0.0.1:${api}`],
    ['db1.example.com:8008', `127.0.0.1:${api}`],
    ...etcd.map((host, index): [string, string] => [`etcd${index + 1}.example.com:2379`, host]),
    ['/var/lib/postgresql/18/coffer', join(home, 'data')],
    ['/usr/lib/postgresql/18/bin', binFolder],
    ['10.0.0.0/24', '127.0.0.1/32'],
  ])
  writeFileSync(config, text)
  if (owner.uid !== undefined) for (const path of [home, config]) chownSync(path, owner.uid, owner.gid)
  const child = spawn('patroni', [config], { ...owner, cwd: home, env: { ...process.env, HOME: home }, stdio: 'ignore' })
  const state = () =>
    fetch(`http://127.0.0.1:${api}/`).then(
      response => response.json() as Promise<{ role?: string; sync_standby?: boolean }>,
      () => ({}) as { role?: string; sync_standby?: boolean },
    )
  const kill = () => {
    // Patroni does not wait for the server that it has started, so the server is not its child.
    const pidFile = join(home, 'data/postmaster.pid')
    const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined
    for (const pid of [child.pid, postmaster]) if (pid !== undefined) killFamily(pid)
  }
  const isPrimary = async () => ['master', 'primary'].includes((await state()).role ?? '')
  return { host: `127.0.0.1:${port}`, isPrimary, isFollowing: async () => (await state()).sync_standby === true, kill, child }
}

/** Starts two machines with the configuration in `deploy/cluster`, of which one is a synchronous standby. */
export async function openPatroni(binFolder: string): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(scratchDir, 'coffer-patroni-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const etcd = await openEtcd(folder)
  const hosts = etcd.map(({ host }) => host)
  const first = await startMachine(folder, 'db1', hosts, binFolder)
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 100))
  }
  await until(first.isPrimary)
  const second = await startMachine(folder, 'db2', hosts, binFolder)
  await until(second.isFollowing)
  const password = 'change-me-4'
  const client = new pg.Client(`postgres://postgres:${passwordOf('postgres')}@${first.host}/postgres`)
  await client.connect()
  await client.query(`CREATE ROLE coffer LOGIN PASSWORD '${password}'`)
  await client.query('CREATE DATABASE coffer OWNER coffer')
  await client.end()
  return {
    machines: [first, second],
    address: `postgres://coffer@${first.host},${second.host}/coffer`,
    password,
    close: async () => {
      for (const { kill } of [first, second]) kill()
      for (const { child } of etcd) child.kill('SIGKILL')
      for (const { child } of [first, second, ...etcd])
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
