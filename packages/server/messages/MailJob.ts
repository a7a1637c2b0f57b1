/** API names of the mail templates that an admin can test. */
export const testTemplates = ['verification', 'password-reset', 'email-change'] as const

export type TestTemplate = (typeof testTemplates)[number]

/**
 * A mail to send, as plain data. Its text is only composed when it is sent, so that its token is new, corrected settings apply, and no
 * secret waits in a queue. It is sent only while its record or admin still has the email of the request.
 */
export type MailJob =
  | { mail: 'verification' | 'passwordReset' | 'loginAlert'; collectionId: string; recordId: string; email: string }
  | { mail: 'emailChange'; collectionId: string; recordId: string; newEmail: string }
  | { mail: 'adminPasswordReset'; adminId: string; email: string }
  | { mail: 'test'; template: TestTemplate; to: string }
