import type { Smtp } from '@coffer/schema'

/** API names of the mail templates that an admin can test. */
export const testTemplates = ['verification', 'password-reset', 'email-change', 'otp', 'login-alert'] as const

export type TestTemplate = (typeof testTemplates)[number]

/**
 * A mail to send, as plain data. Its text is only composed when it is sent, so that its token is new, corrected settings apply, and no
 * secret waits in a queue. It is sent only while its record or admin still has the email of the request.
 */
export type MailJob =
  | { mail: 'verification' | 'passwordReset' | 'loginAlert'; collectionId: string; recordId: string; email: string }
  | { mail: 'otp'; collectionId: string; recordId: string; otpId: string; email: string }
  /** `origin` is the time, address and browser of the sign-in. */
  | { mail: 'authAlert'; collectionId: string; recordId: string; email: string; origin: string }
  | { mail: 'emailChange'; collectionId: string; recordId: string; newEmail: string }
  | { mail: 'adminPasswordReset'; adminId: string; email: string }
  /** To all admins. `failed` is a time in UTC, such as `2024-05-06 07:08:09.000Z`. */
  | { mail: 'backupFailed'; reason: string; failed: string }
  /** A mail of hooks, which is sent as it is. */
  | { mail: 'custom'; id: string; to: readonly string[]; subject: string; html: string }
  /** With an empty id, the template is the one in the settings, or the default where the settings have none. */
  | { mail: 'test'; template: TestTemplate; to: string; collectionId: string }

/** An address, or a name with an address. */
export type Recipient = string | { name: string; address: string }

/** A composed mail, without the headers that the transport adds. */
export interface Mail {
  from: { name: string; address: string }
  to: readonly Recipient[]
  cc?: readonly Recipient[]
  bcc?: readonly Recipient[]
  subject: string
  html: string
  /** The text; by default it is derived from the HTML. */
  text?: string
  headers?: Readonly<Record<string, string>>
}

/** The recipient of a mail with a token, as hooks see it. */
export interface MailSubject {
  mail: 'verification' | 'passwordReset' | 'emailChange' | 'adminPasswordReset'
  /** The auth record, or an admin, who has no collection. */
  owner: { collection?: { id: string; name: string }; values: Record<string, unknown> }
  token: string
  newEmail?: string
}

/** A mail and its transport: SMTP if `smtp.enabled`, otherwise the local sendmail program. */
export interface ComposedMail {
  mail: Mail
  smtp: Smtp
  /** Absent for mails without a token. */
  subject?: MailSubject
}

/** Delivers a mail between the hooks that can change it or leave it out. */
export type MailHooks = (composed: ComposedMail, deliver: (composed: ComposedMail) => Promise<void>) => Promise<void>

/** Thrown when a mail cannot be delivered. The message contains no secrets, so admins can see it. */
export class MailError extends Error {
  /** Whether another attempt with the same settings would fail too. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
