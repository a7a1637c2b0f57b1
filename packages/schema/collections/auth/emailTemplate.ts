import { group, type Issue, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { lengthBetween, required } from '../../issues/rules.ts'

/** The subject and body of a mail, with placeholders such as `{APP_NAME}`. */
export interface EmailTemplate {
  subject: string
  body: string
}

/** Describes a template; missing parts get their default. */
export function emailTemplate(defaults: EmailTemplate) {
  return v.optional(group({ subject: setting(v.string(), defaults.subject), body: setting(v.string(), defaults.body) }), {})
}

const maxSubjectBytes = 255
const maxBodyBytes = 100_000

/**
 * Validates the lengths of a template.
 * @param missing the issue of a body without its placeholder
 */
export function validateTemplate({ subject, body }: EmailTemplate, missing: Issue | undefined): Issues {
  return collectIssues({
    subject: required(subject) ?? lengthBetween(subject, 1, maxSubjectBytes),
    body: required(body) ?? lengthBetween(body, 1, maxBodyBytes) ?? missing,
  })
}

/** Validates a template, which must contain a placeholder. */
export function validateEmailTemplate(template: EmailTemplate, placeholder: string): Issues {
  const missing: Issue = { code: 'validation_missing_required_param', message: `Missing required parameter "${placeholder}".` }
  return validateTemplate(template, template.body.includes(placeholder) ? undefined : missing)
}
