import { group, type Issue, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { atLeast, atMost, lengthBetween, required } from '../issues/rules.ts'
import { validateEmailFormat, validateHostFormat } from './formats.ts'

/** The template of a mail to auth records. `hidden` tells the dashboard not to show it. */
export interface MailTemplate {
  body: string
  subject: string
  actionUrl: string
  hidden: boolean
}

const template = (defaults: MailTemplate) =>
  v.optional(
    group({
      body: setting(v.string(), defaults.body),
      subject: setting(v.string(), defaults.subject),
      actionUrl: setting(v.string(), defaults.actionUrl),
      hidden: setting(v.boolean(), defaults.hidden),
    }),
    {},
  )

const body = (sentences: readonly string[], button: string, note?: string) =>
  [
    '<p>Hello,</p>',
    ...sentences.map(sentence => `<p>${sentence}</p>`),
    `<p>\n  <a class="btn" href="{ACTION_URL}" target="_blank" rel="noopener">${button}</a>\n</p>`,
    ...(note === undefined ? [] : [`<p><i>${note}</i></p>`]),
    '<p>\n  Kind regards,<br/>\n  {APP_NAME}\n</p>',
  ].join('\n')

/** The sender and the templates of mails: the second part of `meta`. */
export const mailShape = {
  senderName: setting(v.string(), 'Support'),
  senderAddress: setting(v.string(), 'support@example.com'),
  verificationTemplate: template({
    body: body(['Welcome to {APP_NAME}.', 'Please confirm that this is your email address.'], 'Verify'),
    subject: 'Verify your {APP_NAME} email',
    actionUrl: '{APP_URL}/_/#/auth/confirm-verification/{TOKEN}',
    hidden: false,
  }),
  resetPasswordTemplate: template({
    body: body(
      ['Use this button to choose a new password.'],
      'Reset password',
      'Was this not you? Then nothing needs to be done: the password stays as it is.',
    ),
    subject: 'Reset your {APP_NAME} password',
    actionUrl: '{APP_URL}/_/#/auth/confirm-password-reset/{TOKEN}',
    hidden: false,
  }),
  confirmEmailChangeTemplate: template({
    body: body(
      ['Use this button to confirm that this is your new email address.'],
      'Confirm new email',
      'Was this not you? Then nothing needs to be done: the address stays as it is.',
    ),
    subject: 'Confirm your {APP_NAME} new email address',
    actionUrl: '{APP_URL}/_/#/auth/confirm-email-change/{TOKEN}',
    hidden: false,
  }),
}

/** The mail server. `authMethod` is '', PLAIN or LOGIN. */
export const smtp = group({
  enabled: setting(v.boolean(), false),
  host: setting(v.string(), 'smtp.example.com'),
  port: setting(integer, 587),
  username: setting(v.string(), ''),
  password: setting(v.string(), ''),
  authMethod: setting(v.string(), ''),
  tls: setting(v.boolean(), false),
  localName: setting(v.string(), ''),
})

export type Smtp = v.InferOutput<typeof smtp>

const needsPlaceholder = (text: string, placeholder: string): Issue | undefined =>
  text.includes(placeholder)
    ? undefined
    : { code: 'validation_missing_required_param', message: `Missing required parameter "${placeholder}".` }

const validateTemplate = ({ subject, body, actionUrl }: MailTemplate): Issues =>
  collectIssues({
    subject: required(subject),
    body: required(body) ?? needsPlaceholder(body, '{ACTION_URL}'),
    actionUrl: required(actionUrl) ?? needsPlaceholder(actionUrl, '{TOKEN}'),
  })

type Mail = v.InferOutput<v.ObjectSchema<typeof mailShape, undefined>>

export function validateMail(mail: Mail) {
  return {
    senderName: required(mail.senderName) ?? lengthBetween(mail.senderName, 1, 255),
    senderAddress: validateEmailFormat(mail.senderAddress) ?? required(mail.senderAddress),
    verificationTemplate: validateTemplate(mail.verificationTemplate),
    resetPasswordTemplate: validateTemplate(mail.resetPasswordTemplate),
    confirmEmailChangeTemplate: validateTemplate(mail.confirmEmailChangeTemplate),
  }
}

const authMethods = ['', 'PLAIN', 'LOGIN']

export function validateSmtp({ enabled, host, port, authMethod, localName }: Smtp): Issues {
  return collectIssues({
    host: (enabled ? required(host) : undefined) ?? validateHostFormat(host),
    port: (enabled ? required(port) : undefined) ?? atLeast(port, 0) ?? atMost(port, 65_535),
    authMethod: authMethods.includes(authMethod)
      ? undefined
      : { code: 'validation_in_invalid', message: 'Must be a valid value.' },
    localName: validateHostFormat(localName),
  })
}
