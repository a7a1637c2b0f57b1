import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'

const fixed = {
  COFFER_SETTINGS_META_APP_NAME: 'From outside',
  COFFER_SETTINGS_SMTP_PASSWORD: 'open-sesame',
  COFFER_SETTINGS_LOGS_MAX_DAYS: '30',
  COFFER_SETTINGS_ADMIN_AUTH_TOKEN_DURATION: '7200',
}

describe('settings that environment variables fix', () => {
  let copy: SampleCopy
  let server: RunningCoffer
  beforeAll(async () => {
    copy = await copySample('magazine')
    server = await startCoffer(copy.dataDir, [], { env: { ...process.env, ...fixed } })
  })
  afterAll(async () => {
    await server.end('SIGTERM')
    await copy.remove()
  })

  const ask = (method: string, path: string, body?: object) =>
    askApi(server.port, method, path, { token: signToken(copy.dataDir, 'auth', 'admin'), ...(body && { body }) })
  const stored = () =>
    JSON.parse(String(queryDatabase(copy.dataDir, 'data', `SELECT value FROM _params WHERE key = 'settings'`)[0]?.[0]))

  test('replace the stored values, and their names can be read without their values', async () => {
    const { json, text } = await ask('GET', '/api/settings')
    expect(json).toMatchObject({ meta: { appName: 'From outside' }, smtp: { password: '******' }, logs: { maxDays: 30 } })
    expect(text).not.toContain('open-sesame')
    expect((await ask('GET', '/api/settings/fixed')).json).toEqual({
      'meta.appName': 'COFFER_SETTINGS_META_APP_NAME',
      'smtp.password': 'COFFER_SETTINGS_SMTP_PASSWORD',
      'logs.maxDays': 'COFFER_SETTINGS_LOGS_MAX_DAYS',
      'adminAuthToken.duration': 'COFFER_SETTINGS_ADMIN_AUTH_TOKEN_DURATION',
    })
  })

  test('cannot be changed by an import of the collection of superusers, whose issue names the variable', async () => {
    const before = stored()
    const collections = [{ name: '_superusers', authToken: { duration: 86_400 } }]
    const { status, json } = await ask('PUT', '/today/api/collections/import', { collections })
    const message = [
      'The collection "_superusers" cannot be imported.',
      'authToken.duration: Fixed by the environment variable COFFER_SETTINGS_ADMIN_AUTH_TOKEN_DURATION.',
    ].join('\n')
    expect([status, json.data]).toEqual([400, { collections: { code: 'validation_collections_import_failure', message } }])
    expect(stored()).toEqual(before)
  })

  test('cannot be changed: the error names the variables, and nothing is stored', async () => {
    const before = stored()
    const sent = { meta: { appName: 'Mine', appUrl: 'https://mine.example' }, smtp: { password: 'other' } }
    const { status, json } = await ask('PATCH', '/api/settings', sent)
    const issue = (variable: string) => ({
      code: 'validation_fixed_by_environment',
      message: `Fixed by the environment variable ${variable}.`,
    })
    expect([status, json.data]).toEqual([
      400,
      {
        meta: { appName: issue('COFFER_SETTINGS_META_APP_NAME') },
        smtp: { password: issue('COFFER_SETTINGS_SMTP_PASSWORD') },
      },
    ])
    expect(stored()).toEqual(before)
  })

  test('are not stored when a client sends all settings back with another change', async () => {
    const before = stored()
    const { json } = await ask('GET', '/api/settings')
    const meta = { ...(json.meta as object), appUrl: 'https://mine.example' }
    const reply = await ask('PATCH', '/api/settings', { ...json, meta })
    expect([reply.status, reply.json]).toEqual([200, { ...json, meta }])
    expect(stored()).toEqual({ ...before, meta: { ...before.meta, appUrl: 'https://mine.example' } })
  })
})
