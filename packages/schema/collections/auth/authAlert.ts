import { group, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues } from '../../issues/Issues.ts'
import { authPart } from './AuthPart.ts'
import { emailTemplate, validateEmailTemplate } from './emailTemplate.ts'

const body = [
  '<p>Hello,</p>',
  '<p>We noticed a login to your {APP_NAME} account from a new location:</p>',
  '<p><em>{ALERT_INFO}</em></p>',
  "<p><strong>If this wasn't you, you should immediately change your {APP_NAME} account password to revoke access from all other locations.</strong></p>",
  '<p>If this was you, you may disregard this email.</p>',
  '<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>',
].join('\n')

/** Mails to users who sign in from another browser or address than before. */
const schema = v.optional(
  group({
    enabled: setting(v.boolean(), true),
    emailTemplate: emailTemplate({ subject: 'Login from a new location', body }),
  }),
  {},
)

export const authAlert = authPart({
  schema,
  newerKeys: ['authAlert'],
  toNewer: value => ({ authAlert: value }),
  fromNewer: ({ unparsed }) => v.parse(schema, unparsed.authAlert),
  validate: ({ emailTemplate: template }) => collectIssues({ emailTemplate: validateEmailTemplate(template, '{ALERT_INFO}') }),
})
