import { group, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues } from '../../issues/Issues.ts'
import { atLeast, atMost, required } from '../../issues/rules.ts'
import { authPart } from './AuthPart.ts'
import { emailTemplate, validateEmailTemplate } from './emailTemplate.ts'

const body = [
  '<p>Hello,</p>',
  '<p>Your one-time password is: <strong>{OTP}</strong></p>',
  "<p><i>If you didn't ask for the one-time password, you can ignore this email.</i></p>",
  '<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>',
].join('\n')

/** One-time passwords by mail. `duration` is in seconds, `length` the number of digits. */
const schema = v.optional(
  group({
    enabled: setting(v.boolean(), false),
    duration: setting(integer, 180),
    length: setting(integer, 8),
    emailTemplate: emailTemplate({ subject: 'OTP for {APP_NAME}', body }),
  }),
  {},
)

export const otp = authPart({
  schema,
  newerKeys: ['otp'],
  toNewer: value => ({ otp: value }),
  fromNewer: ({ unparsed }) => v.parse(schema, unparsed.otp),
  validate: ({ duration, length, emailTemplate: template }) =>
    collectIssues({
      duration: required(duration) ?? atLeast(duration, 10) ?? atMost(duration, 86_400),
      length: required(length) ?? atLeast(length, 4) ?? atMost(length, 32),
      emailTemplate: validateEmailTemplate(template, '{OTP}'),
    }),
})
