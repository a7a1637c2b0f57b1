import { type CofferAuth, cofferAuth, type MailTemplate, mailTemplateOf, type Settings } from '@coffer/schema'
import type { AuthContext } from '../auth/AuthContext.ts'
import { findAdmin, listAdminEmails } from '../auth/admins.ts'
import { wasAlertedRecently } from '../auth/loginAlert.ts'
import { findOtp, otpDigits } from '../auth/signIns/otps.ts'
import { adminToken, recordToken, type TokenOwner } from '../auth/tokens.ts'
import { randomSecret } from '../crypto/randomText.ts'
import { listExternalAuths } from '../records/rows/externalAuths.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { fillTemplate, recordPlaceholders } from './fillTemplate.ts'
import type { ComposedMail, MailJob, MailSubject, TestTemplate } from './MailJob.ts'
import { mailLayout } from './mailLayout.ts'

/** Minimum time in milliseconds between two mails of a kind to the same auth record. */
const minMailIntervalMs = 120_000

/** Whether a mail that was sent at the stored date ('' is never) is too recent to send another one. */
export function wasSentRecently(sentAt: string): boolean {
  return sentAt !== '' && Date.now() - Date.parse(sentAt.replace(' ', 'T')) < minMailIntervalMs
}

/** The parts of the app that composing mails and recording their dispatch needs. */
export type MailContext = Pick<AuthContext, 'db' | 'catalog' | 'settings' | 'listeners' | 'loggedChanges'>

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

/** The mail to all admins about a failed automatic backup. */
const backupFailedTemplate = {
  subject: '{APP_NAME}: the automatic backup failed',
  actionUrl: '{APP_URL}/_/#/settings/backups',
  body: `<p>Hello,</p>
<p>The automatic backup of {APP_NAME} failed on {FAILED} UTC:</p>
<p><strong>{REASON}</strong></p>
<p>No older backup has been removed. The next attempt follows the schedule.</p>
<p>
  <a class="btn" href="{ACTION_URL}" target="_blank" rel="noopener">Open the backups</a>
</p>
<p><i>Each reason is mailed once a day.</i></p>`,
}

/** Mail servers accept at least 100 recipients (RFC 5321). */
const maxRecipients = 100

type Template = Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>

/** The parts of a mail that differ between kinds; undefined if the mail is no longer needed. */
type Content =
  | { to: string | string[]; template: Template; token: string; values?: Record<string, string>; owner?: MailSubject['owner'] }
  | undefined

type Job<Kind extends MailJob['mail']> = Extract<MailJob, { mail: Kind }>

const verification = (settings: Settings, owner: TokenOwner, email: string) => ({
  template: mailTemplateOf(owner.collection.options, 'verificationTemplate', settings),
  token: recordToken(settings, 'recordVerificationToken', owner, { email }),
})

const passwordReset = (settings: Settings, owner: TokenOwner, email: string) => ({
  template: mailTemplateOf(owner.collection.options, 'resetPasswordTemplate', settings),
  token: recordToken(settings, 'recordPasswordResetToken', owner, { email }),
})

const emailChange = (settings: Settings, owner: TokenOwner, email: string, newEmail: string) => ({
  template: mailTemplateOf(owner.collection.options, 'confirmEmailChangeTemplate', settings),
  token: recordToken(settings, 'recordEmailChangeToken', owner, { email, newEmail }),
})

async function alertContent({ db }: MailContext, record: StoredRecord, email: string): Promise<Content> {
  const links = await listExternalAuths(db, record.collection.id, String(record.values.id))
  if (links.length === 0 || (await wasAlertedRecently(db, record))) return undefined
  const { providers } = await import('../auth/oauth2/providers.ts')
  const known = Object.values(providers)
  const names = links.flatMap(({ provider }) => known.find(({ name }) => name === provider)?.displayName ?? [])
  return { to: email, template: loginAlertTemplate(names), token: '' }
}

/** Returns the mail with a one-time password that can still be used, or about a sign-in from elsewhere. */
async function signInContent(
  { db, settings }: MailContext,
  record: StoredRecord,
  job: Job<'otp' | 'authAlert'>,
): Promise<Content> {
  const { collection } = record
  if (collection.type !== 'auth') return undefined
  const { otp, authAlert } = cofferAuth(collection.options)
  const common = { to: job.email, token: '' }
  if (job.mail === 'authAlert')
    return { ...common, template: { ...authAlert.emailTemplate, actionUrl: '' }, values: { ALERT_INFO: job.origin } }
  if ((await findOtp(db, collection, job.otpId)) === undefined) return undefined
  const values = { OTP: otpDigits(settings, job.otpId, record, otp.length), OTP_ID: job.otpId }
  return { ...common, template: { ...otp.emailTemplate, actionUrl: '' }, values }
}

async function accountContent(
  app: MailContext,
  settings: Settings,
  job: Job<'verification' | 'passwordReset' | 'emailChange' | 'loginAlert' | 'otp' | 'authAlert'>,
  isNeeded: boolean,
): Promise<Content> {
  const collection = app.catalog.byId(job.collectionId)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, job.recordId) : undefined
  if (!record) return undefined
  const { values } = record
  const email = String(values.email)
  const recipient = { owner: record, values: recordPlaceholders(record) }
  if (job.mail === 'emailChange') return { to: job.newEmail, ...recipient, ...emailChange(settings, record, email, job.newEmail) }
  if (email === '' || email !== job.email) return undefined
  if (job.mail === 'loginAlert') return alertContent(app, record, email)
  if (job.mail === 'otp' || job.mail === 'authAlert') return signInContent(app, record, job)
  if (job.mail === 'verification') {
    const isWanted = isNeeded || (values.verified !== true && !wasSentRecently(String(values.lastVerificationSentAt)))
    return isWanted ? { to: email, ...recipient, ...verification(settings, record, email) } : undefined
  }
  if (!isNeeded && wasSentRecently(String(values.lastResetSentAt))) return undefined
  return { to: email, ...recipient, ...passwordReset(settings, record, email) }
}

async function adminContent(
  app: MailContext,
  settings: Settings,
  job: Job<'adminPasswordReset'>,
  isNeeded: boolean,
): Promise<Content> {
  const admin = await findAdmin(app.db, job.adminId)
  if (!admin || admin.email !== job.email || (!isNeeded && wasSentRecently(admin.lastResetSentAt))) return undefined
  const { email } = admin
  const token = adminToken(settings, 'adminPasswordResetToken', admin, { email })
  return { to: email, template: adminResetTemplate, token, owner: { values: { ...admin } } }
}

async function backupFailedContent({ db }: MailContext, { reason, failed }: Job<'backupFailed'>): Promise<Content> {
  const to = await listAdminEmails(db, maxRecipients)
  const values = { REASON: reason, FAILED: failed.slice(0, 'YYYY-MM-DD hh:mm'.length) }
  return to.length > 0 ? { to, template: backupFailedTemplate, token: '', values } : undefined
}

interface TestTarget {
  owner: TokenOwner
  auth: CofferAuth
  email: string
}

const testContents: Record<TestTemplate, (settings: Settings, target: TestTarget) => Exclude<Content, undefined>> = {
  verification: (settings, { owner, email }) => ({ to: email, ...verification(settings, owner, email) }),
  'password-reset': (settings, { owner, email }) => ({ to: email, ...passwordReset(settings, owner, email) }),
  'email-change': (settings, { owner, email }) => ({ to: email, ...emailChange(settings, owner, email, email) }),
  otp: (_, { auth, email }) => ({
    to: email,
    token: '',
    template: { ...auth.otp.emailTemplate, actionUrl: '' },
    values: { OTP: '123456', OTP_ID: '__pb_test_otp_id__' },
  }),
  'login-alert': (_, { auth, email }) => ({
    to: email,
    token: '',
    template: { ...auth.authAlert.emailTemplate, actionUrl: '' },
    values: { ALERT_INFO: 'a test of this mail' },
  }),
}

/** Uses a record that does not exist, so that the link or one-time password has no effect. */
function testContent({ catalog }: MailContext, settings: Settings, { template, to, collectionId }: Job<'test'>): Content {
  const collection = catalog.byId(collectionId)
  const options = collection?.type === 'auth' ? collection.options : {}
  const owner = {
    collection: { id: '__pb_test_collection_id__', options },
    values: { id: '__pb_test_id__', tokenKey: randomSecret(50) },
  }
  return testContents[template](settings, { owner, auth: cofferAuth(options), email: to })
}

function contentOf(
  app: MailContext,
  settings: Settings,
  job: Exclude<MailJob, Job<'custom'>>,
  isNeeded: boolean,
): Promise<Content> | Content {
  switch (job.mail) {
    case 'test':
      return testContent(app, settings, job)
    case 'backupFailed':
      return backupFailedContent(app, job)
    case 'adminPasswordReset':
      return adminContent(app, settings, job, isNeeded)
    default:
      return accountContent(app, settings, job, isNeeded)
  }
}

function senderOf({ meta: { senderName, senderAddress } }: Settings) {
  return { name: senderName, address: senderAddress }
}

type TokenJob = Job<MailSubject['mail']>

function hasToken(job: MailJob): job is TokenJob {
  return ['verification', 'passwordReset', 'emailChange', 'adminPasswordReset'].includes(job.mail)
}

/** Returns the subject of a mail with a token, whose hooks can change it. */
function subjectOf(job: MailJob, { owner, token }: Exclude<Content, undefined>): Pick<ComposedMail, 'subject'> {
  if (!owner || !hasToken(job)) return {}
  const { collection, values } = owner
  const plain = { ...(collection && { collection: { id: collection.id, name: collection.name } }), values }
  const newEmail = job.mail === 'emailChange' ? { newEmail: job.newEmail } : {}
  return { subject: { mail: job.mail, owner: plain, token, ...newEmail } }
}

/**
 * Composes a mail from the current settings and auth record; undefined if it is no longer needed.
 * @param isNeeded whether it is composed even if such a mail was just sent or the record is verified
 */
export async function composeMail(app: MailContext, job: MailJob, isNeeded = false): Promise<ComposedMail | undefined> {
  const { settings } = app
  if (job.mail === 'custom') {
    const { to, subject, html } = job
    return { mail: { from: senderOf(settings), to, subject, html }, smtp: settings.smtp }
  }
  const content = await contentOf(app, settings, job, isNeeded)
  if (!content) return undefined
  const { subject, body } = fillTemplate(content.template, settings, content.token, content.values)
  const mail = { from: senderOf(settings), to: [content.to].flat(), subject, html: mailLayout(body) }
  return { mail, smtp: settings.smtp, ...subjectOf(job, content) }
}
