import type { MailTemplate, Settings } from '@coffer/schema'
import type { AuthContext } from '../auth/AuthContext.ts'
import { findAdmin } from '../auth/admins.ts'
import { wasAlertedRecently } from '../auth/loginAlert.ts'
import { adminToken, recordToken, type TokenOwner } from '../auth/tokens.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { ComposedMail } from '../messages/Mail.ts'
import type { MailJob, TestTemplate } from '../messages/MailJob.ts'
import { listExternalAuths } from '../rows/externalAuths.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { fillTemplate } from './fillTemplate.ts'
import { mailLayout } from './mailLayout.ts'
import { wasSentRecently } from './wasSentRecently.ts'

/** The parts of the app that composing mails and recording their dispatch needs. */
export type MailContext = Pick<AuthContext, 'db' | 'catalog' | 'settings' | 'listeners'>

/** The mail about a sign-in with the password to a user with linked providers. The list of providers is between the two parts. */
const loginAlertTemplate = (providers: readonly string[]) => ({
  subject: 'Password login alert',
  actionUrl: '',
  body: `<p>Hello,</p>
<p>
  Just to let you know that someone has logged in to your {APP_NAME} account using a password while you already have OAuth2
  ${providers.join(' | ')} auth linked.
</p>
<p>If you have recently signed in with a password, you may disregard this email.</p>
<p>
  <strong>If you don't recognize the above action, you should immediately change your {APP_NAME} account password.</strong>
</p>
<p>
  Thanks,<br/>
  {APP_NAME} team
</p>`,
})

/** The password reset mail of admins. It is not configurable, so that a broken template cannot lock out admins. */
const adminResetTemplate = {
  subject: 'Reset admin password',
  actionUrl: '{APP_URL}/_/#/confirm-password-reset/{TOKEN}',
  body: `<p>Hello,</p>
<p>Follow this link to reset your admin password for {APP_NAME}.</p>
<p>
  <a class="btn" href="{ACTION_URL}" target="_blank" rel="noopener">Reset password</a>
</p>
<p><i>If you did not request to reset your password, please ignore this email and the link will expire on its own.</i></p>`,
}

type Template = Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>

/** The parts of a mail that differ between kinds; undefined if the mail is no longer needed. */
type Content = { to: string; template: Template; token: string } | undefined

type Job<Kind extends MailJob['mail']> = Extract<MailJob, { mail: Kind }>

const verification = (settings: Settings, owner: TokenOwner, email: string) => ({
  template: settings.meta.verificationTemplate,
  token: recordToken(settings, 'recordVerificationToken', owner, { email }),
})

const passwordReset = (settings: Settings, owner: TokenOwner, email: string) => ({
  template: settings.meta.resetPasswordTemplate,
  token: recordToken(settings, 'recordPasswordResetToken', owner, { email }),
})

const emailChange = (settings: Settings, owner: TokenOwner, email: string, newEmail: string) => ({
  template: settings.meta.confirmEmailChangeTemplate,
  token: recordToken(settings, 'recordEmailChangeToken', owner, { email, newEmail }),
})

const alertContent = async ({ db }: MailContext, record: StoredRecord, email: string): Promise<Content> => {
  const links = await listExternalAuths(db, record.collection.id, String(record.values.id))
  if (links.length === 0 || (await wasAlertedRecently(db, record))) return undefined
  const { providers } = await import('../auth/oauth2/providers.ts')
  const known = Object.values(providers)
  const names = links.flatMap(({ provider }) => known.find(({ name }) => name === provider)?.displayName ?? [])
  return { to: email, template: loginAlertTemplate(names), token: '' }
}

const accountContent = async (
  app: MailContext,
  settings: Settings,
  job: Job<'verification' | 'passwordReset' | 'emailChange' | 'loginAlert'>,
): Promise<Content> => {
  const collection = (await app.catalog()).byId(job.collectionId)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, job.recordId) : undefined
  if (!record) return undefined
  const { values } = record
  const email = String(values.email)
  if (job.mail === 'emailChange') return { to: job.newEmail, ...emailChange(settings, record, email, job.newEmail) }
  if (email === '' || email !== job.email) return undefined
  if (job.mail === 'loginAlert') return alertContent(app, record, email)
  if (job.mail === 'verification') {
    const isWanted = values.verified !== true && !wasSentRecently(String(values.lastVerificationSentAt))
    return isWanted ? { to: email, ...verification(settings, record, email) } : undefined
  }
  return wasSentRecently(String(values.lastResetSentAt)) ? undefined : { to: email, ...passwordReset(settings, record, email) }
}

const adminContent = async (app: MailContext, settings: Settings, job: Job<'adminPasswordReset'>): Promise<Content> => {
  const admin = await findAdmin(app.db, job.adminId)
  if (!admin || admin.email !== job.email || wasSentRecently(admin.lastResetSentAt)) return undefined
  const { email } = admin
  return { to: email, template: adminResetTemplate, token: adminToken(settings, 'adminPasswordResetToken', admin, { email }) }
}

const testContents: Record<TestTemplate, (settings: Settings, owner: TokenOwner, email: string) => Exclude<Content, undefined>> =
  {
    verification: (settings, owner, email) => ({ to: email, ...verification(settings, owner, email) }),
    'password-reset': (settings, owner, email) => ({ to: email, ...passwordReset(settings, owner, email) }),
    'email-change': (settings, owner, email) => ({ to: email, ...emailChange(settings, owner, email, email) }),
  }

/** Creates a link for a record that does not exist, so that it has no effect. */
const testContent = (settings: Settings, { template, to }: Job<'test'>): Content => {
  const owner = { collection: { id: '__pb_test_collection_id__' }, values: { id: '__pb_test_id__', tokenKey: randomSecret(50) } }
  return testContents[template](settings, owner, to)
}

const contentOf = (app: MailContext, settings: Settings, job: MailJob): Promise<Content> | Content => {
  switch (job.mail) {
    case 'test':
      return testContent(settings, job)
    case 'adminPasswordReset':
      return adminContent(app, settings, job)
    default:
      return accountContent(app, settings, job)
  }
}

/** Composes a mail from the current settings and auth record; undefined if it is no longer needed. */
export const composeMail = async (app: MailContext, job: MailJob): Promise<ComposedMail | undefined> => {
  const settings = await app.settings()
  const content = await contentOf(app, settings, job)
  if (!content) return undefined
  const { senderName, senderAddress } = settings.meta
  const { subject, body } = fillTemplate(content.template, settings, content.token)
  const mail = { from: { name: senderName, address: senderAddress }, to: content.to, subject, html: mailLayout(body) }
  return { mail, smtp: settings.smtp }
}
