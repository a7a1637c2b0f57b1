import type { DialectDifference, NewerSettings, Settings } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'
import { prefetchedFetch } from './connection/prefetchedResponses.ts'
import { withTimeout } from './connection/withTimeout.ts'

/** A partial update of the settings. */
export type SettingsChange = { [Group in keyof Settings]?: object }

/** Loads the settings, with secrets masked. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await client.settings.getAll({ signal, fetch: prefetchedFetch })) as Settings,
  staleTime: 5 * 60_000,
})

/** Loads the names of the environment variables that fix settings, by path. A server reads its environment only once. */
export const fixedSettingsQuery = queryOptions({
  queryKey: ['fixedSettings'],
  queryFn: ({ signal }): Promise<Record<string, string>> => client.send('/api/settings/fixed', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Updates settings and returns all of them. */
export async function saveSettings(change: SettingsChange): Promise<Settings> {
  return (await client.settings.update(change)) as Settings
}

/** A version of PocketBase, of which the server speaks two. */
export type DialectName = '0.22' | 'today'

/** The versions of requests that show none and of rules, and where the versions differ for the collections. */
interface DialectSetting {
  dialect: DialectName
  rules: DialectName
  differences: DialectDifference[]
}

/** Loads the versions of requests that show none and of rules. */
export const dialectQuery = queryOptions({
  queryKey: ['dialect'],
  queryFn: ({ signal }): Promise<DialectSetting> => client.send('/api/settings/dialect', { signal }),
})

/**
 * Changes the version of requests that show none, or of rules.
 * @param allowsFailing whether to save the change if it makes rule tests fail
 */
export function saveDialect(
  change: Partial<Pick<DialectSetting, 'dialect' | 'rules'>>,
  allowsFailing: boolean,
): Promise<DialectSetting> {
  const query = allowsFailing ? { allowFailingTests: 1 } : {}
  return client.send('/api/settings/dialect', { method: 'PATCH', body: change, query })
}

/** Loads the settings in the format of PocketBase 0.23 and later, which has some that 0.22 does not have. */
export const newerSettingsQuery = queryOptions({
  queryKey: ['newerSettings'],
  queryFn: ({ signal }): Promise<NewerSettings> => client.send('/today/api/settings', { signal }),
})

/** Updates settings that 0.22 does not have, and returns all. */
export function saveNewerSettings(change: Partial<NewerSettings>): Promise<NewerSettings> {
  return client.send('/today/api/settings', { method: 'PATCH', body: change })
}

const connectionTestTimeoutMs = 30_000

export type Filesystem = 'storage' | 'backups'

/** Tests the saved S3 settings. Fails with the reason. */
export function s3TestQuery(filesystem: Filesystem) {
  return queryOptions({
    queryKey: ['s3Test', filesystem],
    queryFn: ({ signal }) =>
      withTimeout(
        // A page that is left at once must not start a connection test.
        async given => {
          await new Promise(resolve => setTimeout(resolve, 100))
          given.throwIfAborted()
          return client.settings.testS3(filesystem, { signal: given })
        },
        connectionTestTimeoutMs,
        'S3 test connection timeout.',
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
  })
}

export type TestTemplate = 'verification' | 'password-reset' | 'email-change' | 'otp' | 'login-alert'

/** A template of the settings, or of an auth collection. */
export interface TestEmail {
  email: string
  template: TestTemplate
  collection?: string
}

/** Sends a test mail. Fails with the mail server's reason. */
export async function sendTestEmail({ email, template, collection }: TestEmail, signal: AbortSignal): Promise<void> {
  const body = collection === undefined ? {} : { body: { email, template, collection } }
  const send = (given: AbortSignal) => client.settings.testEmail(email, template, { signal: given, ...body })
  await withTimeout(send, connectionTestTimeoutMs, 'Test email send timeout.', signal)
}

/** Claims and key of an Apple client secret. */
export interface AppleSecretForm {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  /** Seconds. */
  duration: number
}

/** Generates an Apple client secret on the server, which does not store the private key. */
export async function generateAppleSecret(form: AppleSecretForm): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = form
  const { secret } = await client.settings.generateAppleClientSecret(clientId, teamId, keyId, privateKey.trim(), duration)
  return secret
}
