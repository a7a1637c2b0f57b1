/** API names of the mail templates that an admin can test. */
export const testTemplates = ['verification', 'password-reset', 'email-change'] as const

export type TestTemplate = (typeof testTemplates)[number]

/**
 * A mail to send, as plain data. Its text is only composed when it is sent, so that its token is new, corrected settings apply, and no
 * secret waits in a queue.
 */
export type MailJob =
  | { mail: 'verification' | 'passwordReset'; collectionId: string; recordId: string }
  | { mail: 'loginAlert'; collectionId: string; recordId: string }
  | { mail: 'emailChange'; collectionId: string; recordId: string; newEmail: string }
  | { mail: 'adminPasswordReset'; adminId: string }
  | { mail: 'test'; template: TestTemplate; to: string }
