/** The templates that an administrator may try out, as the wire names them. */
export const testTemplates = ['verification', 'password-reset', 'email-change'] as const

export type TestTemplate = (typeof testTemplates)[number]

/**
 * A mail that somebody asked for, as plain data. What it says is only made up when it is sent: its token is then fresh, settings
 * that were mended meanwhile count, and no secret waits in a queue.
 */
export type MailOrder =
  | { mail: 'verification' | 'passwordReset'; collectionId: string; recordId: string }
  | { mail: 'loginAlert'; collectionId: string; recordId: string }
  | { mail: 'emailChange'; collectionId: string; recordId: string; newEmail: string }
  | { mail: 'adminPasswordReset'; adminId: string }
  | { mail: 'test'; template: TestTemplate; to: string }
