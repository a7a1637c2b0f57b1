import type { TestTemplate } from '../../../queries/settings.ts'

/** The mails that accounts are sent, and what each is called where it is tried out. */
export const mailTemplates = [
  { key: 'verificationTemplate', test: 'verification', title: 'Verification' },
  { key: 'resetPasswordTemplate', test: 'password-reset', title: 'Password reset' },
  { key: 'confirmEmailChangeTemplate', test: 'email-change', title: 'Confirm email change' },
] as const satisfies readonly { key: string; test: TestTemplate; title: string }[]

export type MailTemplateKey = (typeof mailTemplates)[number]['key']
