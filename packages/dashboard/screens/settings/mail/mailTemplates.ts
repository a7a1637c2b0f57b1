import type { TestTemplate } from '../../../queries/settings.ts'

/** The email templates, with their names in the API for test emails and their titles. */
export const mailTemplates = [
  { key: 'verificationTemplate', test: 'verification', title: 'Verification' },
  { key: 'resetPasswordTemplate', test: 'password-reset', title: 'Password reset' },
  { key: 'confirmEmailChangeTemplate', test: 'email-change', title: 'Confirm email change' },
] as const satisfies readonly { key: string; test: TestTemplate; title: string }[]

export type MailTemplateKey = (typeof mailTemplates)[number]['key']
