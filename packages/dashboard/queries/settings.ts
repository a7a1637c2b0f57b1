import type { Settings } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'
import { fetchedAhead } from './connection/fetchAhead.ts'
import { withTimeout } from './connection/withTimeout.ts'

/** A change of some settings: what it leaves out stays as it is. */
export type SettingsChange = { [Group in keyof Settings]?: object }

/** The settings as the server shows them, secrets masked. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await client.settings.getAll({ signal, fetch: fetchedAhead })) as Settings,
  staleTime: 5 * 60_000,
})

/** Changes settings and answers all of them as they are now. */
export async function saveSettings(change: SettingsChange): Promise<Settings> {
  return (await client.settings.update(change)) as Settings
}

/** Milliseconds that a mail server or a storage may take to answer. */
const longestTest = 30_000

export type Filesystem = 'storage' | 'backups'

/** Tries whether the S3 storage that is saved can be used; fails with the reason. */
export function s3TestQuery(filesystem: Filesystem) {
  return queryOptions({
    queryKey: ['s3Test', filesystem],
    queryFn: ({ signal }) =>
      withTimeout(
        // A page that is only passed through asks for nothing.
        async given => {
          await new Promise(resolve => setTimeout(resolve, 100))
          given.throwIfAborted()
          return client.settings.testS3(filesystem, { signal: given })
        },
        longestTest,
        'S3 test connection timeout.',
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The mails that can be sent to try out the mail settings. */
export type TestTemplate = 'verification' | 'password-reset' | 'email-change'

/** Sends a mail of a template to an address; fails with the mail server's reason. */
export async function sendTestEmail(email: string, template: TestTemplate, signal: AbortSignal): Promise<void> {
  const send = (given: AbortSignal) => client.settings.testEmail(email, template, { signal: given })
  await withTimeout(send, longestTest, 'Test email send timeout.', signal)
}

/** What Apple's client secret is made of. */
export interface AppleSecretForm {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  /** Seconds. */
  duration: number
}

/** Has the server make a client secret for Apple; the private key is not kept. */
export async function generateAppleSecret(form: AppleSecretForm): Promise<string> {
  const { clientId, teamId, keyId, privateKey, duration } = form
  const { secret } = await client.settings.generateAppleClientSecret(clientId, teamId, keyId, privateKey.trim(), duration)
  return secret
}
