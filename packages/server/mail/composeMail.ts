import type { MailTemplate, Settings } from '@coffer/schema'
import { findAdmin } from '../auth/admins.ts'
import { wasAlertedRecently } from '../auth/loginAlert.ts'
import { adminToken, recordToken, type TokenOwner } from '../auth/tokens.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { ComposedMail } from '../messages/Mail.ts'
import type { MailJob, TestTemplate } from '../messages/MailJob.ts'
import { listExternalAuths } from '../rows/externalAuths.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { adminResetTemplate } from './adminResetTemplate.ts'
import { fillTemplate } from './fillTemplate.ts'
import { loginAlertTemplate } from './loginAlertTemplate.ts'
import type { MailContext } from './MailContext.ts'
import { mailLayout } from './mailLayout.ts'
import { wasSentRecently } from './wasSentRecently.ts'

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
  if (email === '') return undefined
  if (job.mail === 'loginAlert') return alertContent(app, record, email)
  if (job.mail === 'verification') {
    const isWanted = values.verified !== true && !wasSentRecently(String(values.lastVerificationSentAt))
    return isWanted ? { to: email, ...verification(settings, record, email) } : undefined
  }
  return wasSentRecently(String(values.lastResetSentAt)) ? undefined : { to: email, ...passwordReset(settings, record, email) }
}

const adminContent = async (app: MailContext, settings: Settings, { adminId }: Job<'adminPasswordReset'>): Promise<Content> => {
  const admin = await findAdmin(app.db, adminId)
  if (!admin || wasSentRecently(admin.lastResetSentAt)) return undefined
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
