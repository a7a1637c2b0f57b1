import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { runCoffer } from '../harness/coffer.ts'
import { repositoryDir } from '../harness/paths.ts'

interface Service {
  build?: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  command?: string
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  secrets: Record<string, { file: string }>
}

const containers = join(repositoryDir, 'deploy/containers')
const read = (name: string): Compose => parse(readFileSync(join(containers, name), 'utf8'))

const single = read('compose.yml')
const withPostgres = read('compose.postgres.yml')

function mergeServices(name: string): Service {
  const [base = {}, added = {}] = [single.services[name], withPostgres.services[name]]
  return {
    ...base,
    ...added,
    environment: { ...base.environment, ...added.environment },
    depends_on: { ...base.depends_on, ...added.depends_on },
    secrets: [...new Set([...(base.secrets ?? []), ...(added.secrets ?? [])])],
    volumes: [...(base.volumes ?? []), ...(added.volumes ?? [])],
  }
}

const names = [...new Set([...Object.keys(single.services), ...Object.keys(withPostgres.services)])]
/** Both files together, as `docker compose` merges them. */
const both: Compose = {
  services: Object.fromEntries(names.map(name => [name, mergeServices(name)])),
  volumes: { ...single.volumes, ...withPostgres.volumes },
  secrets: { ...single.secrets, ...withPostgres.secrets },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coffer-compose-'))
  cpSync(containers, folder, { recursive: true })
  execFileSync(join(folder, 'createSecrets.sh'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')

/** The environment of the server, with the secrets of this test. */
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', join(folder, 'secrets')).replace(/\$\{DOMAIN:\?\}/, 'example.com'),
    ]),
  )

describe.each([
  ['compose.yml', single],
  ['compose.yml and compose.postgres.yml', both],
])('%s', (_, compose) => {
  const services = Object.entries(compose.services)
  const { coffer = {}, caddy = {} } = compose.services

  test('sets only variables that the server knows, to values that it accepts', async () => {
    const env = environmentOf(coffer)
    const dir = { COFFER_DIR: join(folder, 'pb_data') }
    const { status, stdout, stderr } = await runCoffer(['config', '--json', '--all'], {
      env: { PATH: process.env.PATH, ...dir, ...env },
    })
    expect([status, stderr]).toEqual([0, ''])
    const { options, settings } = JSON.parse(stdout) as Record<string, { source: string }[]>
    // The key is not an option: another one names its variable.
    const known = [...(options ?? []), ...(settings ?? [])].map(({ source }) => source).concat('COFFER_ENCRYPTION_KEY_FILE')
    expect(Object.keys(env).filter(name => !known.includes(name))).toEqual([])
    expect(secret('encryption_key')).toHaveLength(32)
  })

  test.each(services)('the secrets of %s are mounted, and createSecrets.sh creates them', (_name, service) => {
    const used = [...JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name)
    expect(service.secrets ?? []).toEqual(expect.arrayContaining(used))
    for (const name of service.secrets ?? []) expect(existsSync(join(folder, compose.secrets[name]?.file ?? 'none'))).toBe(true)
  })

  test.each(services)('the volumes of %s are declared, and the files that it mounts exist', (_name, service) => {
    for (const mount of service.volumes ?? []) {
      const [source = ''] = mount.split(':')
      expect(source.startsWith('.') ? existsSync(join(containers, source)) : source in compose.volumes, mount).toBe(true)
    }
  })

  test.each(services)('what %s depends on exists, and has a health check where it must be healthy', (_name, service) => {
    const dockerfile = readFileSync(join(containers, 'Dockerfile'), 'utf8')
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[name]
      const isChecked = Boolean(needed?.healthcheck) || (needed?.build === '.' && dockerfile.includes('\nHEALTHCHECK '))
      expect([name, condition === 'service_healthy']).toEqual([needed && name, isChecked])
    }
  })

  test('keeps the data on a volume, and sends requests to the port of the image', () => {
    const dockerfile = readFileSync(join(containers, 'Dockerfile'), 'utf8')
    expect(coffer.volumes).toEqual([`data:${/^VOLUME (.+)$/m.exec(dockerfile)?.[1]}`])
    expect(caddy.environment?.UPSTREAM).toBe(`coffer:${/^EXPOSE (.+)$/m.exec(dockerfile)?.[1]}`)
  })
})

describe('the secrets', () => {
  test('let the server sign in to the database and to the store of the compose files', () => {
    const { coffer, postgres, store } = both.services
    const database = new URL(secret('database'))
    expect(database.password).toBe(secret('postgres_password'))
    expect(postgres?.environment).toMatchObject({ POSTGRES_USER: database.username, POSTGRES_DB: database.pathname.slice(1) })
    expect(Object.keys(both.services)).toEqual(expect.arrayContaining([database.hostname, 'store']))
    const [{ credentials }] = JSON.parse(secret('s3_users')).identities
    const accessKey = coffer?.environment?.COFFER_SETTINGS_S3_ACCESS_KEY
    expect(credentials).toEqual([{ accessKey, secretKey: secret('s3_secret') }])
    expect(store?.command).toContain('-s3.config=/run/secrets/s3_users')
  })

  test('stay as they are when the script runs again, in a folder that only its owner can open', () => {
    const before = secret('database')
    execFileSync(join(folder, 'createSecrets.sh'))
    expect(secret('database')).toBe(before)
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  })
})
