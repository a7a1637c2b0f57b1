import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingPaths } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCoffer } from '../../../test/harness/coffer.ts'
import { scratchDir } from '../../../test/harness/scratchDir.ts'
import { settingVariable } from '../config/environment.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(scratchDir, 'coffer-environment-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (args: string[], variables: Record<string, string> = {}) =>
  runCoffer(args, { cwd: folder, env: { ...process.env, ...variables } })

async function secretFile(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

interface Line {
  name: string
  value?: unknown
  source: string
}

async function configOf(args: string[], variables: Record<string, string>) {
  const { status, stdout, stderr } = await run(['config', '--json', ...args], variables)
  expect([status, stderr]).toEqual([0, ''])
  const { options, settings } = JSON.parse(stdout) as { options: Line[]; settings: Line[] }
  return { option: (name: string) => options.find(line => line.name === name), settings }
}

describe('coffer config', () => {
  test('shows each option with its value and whether a flag, a variable or the default gave it', async () => {
    const { option, settings } = await configOf(['--http', ':9000'], {
      COFFER_HTTP: ':9001',
      COFFER_QUERY_TIMEOUT: '12',
      COFFER_ORIGINS: 'https://a.example, https://b.example',
      COFFER_DEV: 'true',
      COFFER_DIR: '',
    })
    expect(option('http')).toEqual({ name: 'http', value: ':9000', source: '--http' })
    expect(option('queryTimeout')).toEqual({ name: 'queryTimeout', value: 12, source: 'COFFER_QUERY_TIMEOUT' })
    expect(option('origins')).toMatchObject({ value: ['https://a.example', 'https://b.example'], source: 'COFFER_ORIGINS' })
    expect(option('dev')).toMatchObject({ value: true, source: 'COFFER_DEV' })
    expect(option('dir')).toMatchObject({ value: './pb_data', source: 'default' })
    expect(option('trustedProxies')).toMatchObject({ value: ['loopback'], source: 'default' })
    expect(settings).toEqual([])
  })

  test('with a domain, HTTP and HTTPS listen on the usual ports of all interfaces unless an option names others', async () => {
    const { option } = await configOf(['example.com'], {})
    expect([option('http')?.value, option('https')?.value]).toEqual(['0.0.0.0:80', '0.0.0.0:443'])
    const { option: named } = await configOf(['--https', '127.0.0.1:8443', 'example.com'], { COFFER_HTTP: ':8080' })
    expect([named('http')?.value, named('https')?.value]).toEqual([':8080', '127.0.0.1:8443'])
  })

  test('a flag before the command wins over the variable', async () => {
    const { stdout } = await run(['--dir', 'flagged', 'config', '--json'], { COFFER_DIR: 'from-variable' })
    expect(stdout).toContain('"value": "flagged"')
  })

  test('shows fixed settings with their types and variables, and never a secret', async () => {
    const path = await secretFile('smtp-password', 'open-sesame\n')
    const variables = {
      COFFER_SETTINGS_SMTP_PORT: '2525',
      COFFER_SETTINGS_LOGS_LOG_IP: 'false',
      COFFER_SETTINGS_SMTP_PASSWORD_FILE: path,
      COFFER_SETTINGS_S3_SECRET: 'open-sesame',
    }
    const { settings } = await configOf([], variables)
    expect(settings).toEqual([
      { name: 'logs.logIp', value: false, source: 'COFFER_SETTINGS_LOGS_LOG_IP' },
      { name: 'smtp.port', value: 2525, source: 'COFFER_SETTINGS_SMTP_PORT' },
      { name: 'smtp.password', value: '******', source: 'COFFER_SETTINGS_SMTP_PASSWORD_FILE' },
      { name: 's3.secret', value: '******', source: 'COFFER_SETTINGS_S3_SECRET' },
    ])
    const { stdout } = await run(['config', '--all'], variables)
    expect(stdout).not.toContain('open-sesame')
    expect(stdout).toContain('COFFER_SETTINGS_META_APP_NAME')
  })

  test.each([
    ['postgres://coffer:open@sesame@db.example:5432/app', 'postgres://coffer:******@db.example:5432/app'],
    [
      'postgres://db.example/app?user=coffer&password=open&sslmode=require&sslpassword=sesame',
      'postgres://db.example/app?user=coffer&password=******&sslmode=require&sslpassword=******',
    ],
    ['postgres://coffer@db.example/app', 'postgres://coffer@db.example/app'],
  ])('shows the database address %s without passwords', async (address, shown) => {
    const { option } = await configOf([], { COFFER_DATABASE: address })
    expect(option('database')).toMatchObject({ value: shown })
  })
})

test('every setting has a variable of its own', () => {
  expect(new Set(settingPaths.map(settingVariable)).size).toBe(settingPaths.length)
  expect(settingPaths).toContain('backups.s3.forcePathStyle')
})

test.each([
  [
    'an option of the wrong type',
    { COFFER_QUERY_TIMEOUT: 'soon' },
    'COFFER_QUERY_TIMEOUT is invalid: It must be in whole seconds',
  ],
  ['an invalid address', { COFFER_HTTP: '8090x' }, '"8090x" is not a valid address.'],
  ['a setting of the wrong type', { COFFER_SETTINGS_SMTP_PORT: 'x' }, 'COFFER_SETTINGS_SMTP_PORT must be a whole number.'],
  ['a flag that is none', { COFFER_SETTINGS_SMTP_TLS: 'maybe' }, 'COFFER_SETTINGS_SMTP_TLS must be true or false.'],
  [
    'a setting that breaks a rule',
    { COFFER_SETTINGS_SMTP_PORT: '70000' },
    'COFFER_SETTINGS_SMTP_PORT has an invalid value: Must be no',
  ],
  ['a setting that needs another', { COFFER_SETTINGS_S3_ENABLED: 'true' }, 'Set COFFER_SETTINGS_S3_BUCKET too.'],
  ['an unknown setting', { COFFER_SETTINGS_SMPT_HOST: 'x' }, 'COFFER_SETTINGS_SMPT_HOST is not the name of a setting.'],
  ['a file that is missing', { COFFER_SETTINGS_S3_SECRET_FILE: '/no/such' }, '/no/such, named by the environment variable'],
  ['a variable and its file', { COFFER_HTTP: ':0', COFFER_HTTP_FILE: '/x' }, 'COFFER_HTTP and COFFER_HTTP_FILE are both set.'],
  ['a short encryption key', { COFFER_ENCRYPTION_KEY: 'short' }, 'COFFER_ENCRYPTION_KEY must have 32 characters, not 5.'],
])('a server does not start with %s in the environment', async (_, variables, message) => {
  const { status, stdout, stderr } = await run(['serve', '--dir', 'rejected'], { COFFER_HTTP: '127.0.0.1:0', ...variables })
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)])
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
