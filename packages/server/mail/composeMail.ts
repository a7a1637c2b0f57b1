import type { MailTemplate, Settings } from '@coffer/schema'
import { findAdmin } from '../auth/admins.ts'
import { wasAlertedLately } from '../auth/loginAlert.ts'
import { adminToken, recordToken, type TokenOwner } from '../auth/tokens.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { ComposedMail } from '../messages/Mail.ts'
import type { MailOrder, TestTemplate } from '../messages/MailOrder.ts'
import { listExternalAuths } from '../rows/externalAuths.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { adminResetTemplate } from './adminResetTemplate.ts'
import { fillTemplate } from './fillTemplate.ts'
import { loginAlertTemplate } from './loginAlertTemplate.ts'
import type { MailContext } from './MailContext.ts'
import { mailLayout } from './mailLayout.ts'
import { wasSentLately } from './wasSentLately.ts'

type Template = Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>

/** The parts of a mail that differ between kinds; undefined if the mail is no longer needed. */
type Content = { to: string; template: Template; token: string } | undefined

type Order<Kind extends MailOrder['mail']> = Extract<MailOrder, { mail: Kind }>

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
  if (links.length === 0 || (await wasAlertedLately(db, record))) return undefined
  const { providers } = await import('../auth/oauth2/providers.ts')
  const known = Object.values(providers)
  const names = links.flatMap(({ provider }) => known.find(({ name }) => name === provider)?.displayName ?? [])
  return { to: email, template: loginAlertTemplate(names), token: '' }
}

const accountContent = async (
  app: MailContext,
  settings: Settings,
  order: Order<'verification' | 'passwordReset' | 'emailChange' | 'loginAlert'>,
): Promise<Content> => {
  const collection = (await app.catalog()).byId(order.collectionId)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, order.recordId) : undefined
  if (!record) return undefined
  const { values } = record
  const email = String(values.email)
  if (order.mail === 'emailChange') return { to: order.newEmail, ...emailChange(settings, record, email, order.newEmail) }
  if (email === '') return undefined
  if (order.mail === 'loginAlert') return alertContent(app, record, email)
  if (order.mail === 'verification') {
    const isWanted = values.verified !== true && !wasSentLately(String(values.lastVerificationSentAt))
    return isWanted ? { to: email, ...verification(settings, record, email) } : undefined
  }
  return wasSentLately(String(values.lastResetSentAt)) ? undefined : { to: email, ...passwordReset(settings, record, email) }
}

const adminContent = async (app: MailContext, settings: Settings, { adminId }: Order<'adminPasswordReset'>): Promise<Content> => {
  const admin = await findAdmin(app.db, adminId)
  if (!admin || wasSentLately(admin.lastResetSentAt)) return undefined
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
const testContent = (settings: Settings, { template, to }: Order<'test'>): Content => {
  const owner = { collection: { id: '__pb_test_collection_id__' }, values: { id: '__pb_test_id__', tokenKey: randomSecret(50) } }
  return testContents[template](settings, owner, to)
}

const contentOf = (app: MailContext, settings: Settings, order: MailOrder): Promise<Content> | Content => {
  switch (order.mail) {
    case 'test':
      return testContent(settings, order)
    case 'adminPasswordReset':
      return adminContent(app, settings, order)
    default:
      return accountContent(app, settings, order)
  }
}

/** Composes a mail from the current settings and auth record; undefined if it is no longer needed. */
export const composeMail = async (app: MailContext, order: MailOrder): Promise<ComposedMail | undefined> => {
  const settings = await app.settings()
  const content = await contentOf(app, settings, order)
  if (!content) return undefined
  const { senderName, senderAddress } = settings.meta
  const { subject, body } = fillTemplate(content.template, settings, content.token)
  const mail = { from: { name: senderName, address: senderAddress }, to: content.to, subject, html: mailLayout(body) }
  return { mail, smtp: settings.smtp }
}
