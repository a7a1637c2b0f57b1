import { group, type Issue, isObject, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { MailTemplate } from '../../settings/mail.ts'
import type { Settings } from '../../settings/Settings.ts'
import { authPart, withoutNulls } from './AuthPart.ts'
import { type EmailTemplate, validateTemplate } from './emailTemplate.ts'

/** The templates of mails with a token, in collections of PocketBase 0.23 and later and in the settings. */
export const templateNames = ['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate'] as const

export type TemplateName = (typeof templateNames)[number]

const template = group({ subject: setting(v.string(), ''), body: setting(v.string(), '') })

function byName<T>(get: (name: TemplateName) => T): Record<TemplateName, T> {
  return Object.fromEntries(templateNames.map(name => [name, get(name)])) as Record<TemplateName, T>
}

/** The templates that differ from the settings. Null removes a template. */
const schema = v.optional(v.pipe(group(byName(() => v.nullish(template))), v.transform(withoutNulls)), {})

type OwnTemplates = v.InferOutput<typeof schema>

const missingLink: Issue = {
  code: 'validation_missing_required_param',
  message: 'Missing required parameter "{TOKEN}". Write the link as in {APP_URL}/_/#/auth/confirm-verification/{TOKEN}.',
}

const withoutLink =
  'It needs a link with {TOKEN}, as in {APP_URL}/_/#/auth/confirm-verification/{TOKEN}. Otherwise the template of the settings is used.'

/** Whether a body contains the link: the whole, or `{ACTION_URL}`, which is the one in the settings. */
const hasLink = (template: EmailTemplate | undefined): boolean => /\{(?:TOKEN|ACTION_URL)\}/.test(template?.body ?? '')

/** Returns a template as PocketBase 0.23 and later have it: with the whole link in the body. */
export function withWholeLink({ subject, body, actionUrl }: MailTemplate): EmailTemplate {
  return { subject, body: body.replaceAll('{ACTION_URL}', actionUrl) }
}

/** Returns the template of a mail: the collection's own, with the link of the settings for `{ACTION_URL}`, or the one in the settings. */
export function mailTemplateOf(
  options: object,
  name: TemplateName,
  { meta }: Settings,
): Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'> {
  const { coffer } = options as { coffer?: { templates?: OwnTemplates | undefined } | undefined }
  const own = coffer?.templates?.[name]
  return own ? { ...own, actionUrl: meta[name].actionUrl } : meta[name]
}

export const templates = authPart({
  schema,
  newerKeys: templateNames,
  toNewer: (value, _, { meta }) => byName(name => value[name] ?? withWholeLink(meta[name])),
  fromNewer: ({ name: collection, unparsed, notes, isChanged }) => {
    const changed = byName(name => (isChanged(name) ? unparsed[name] : undefined))
    const own = v.parse(schema, changed)
    const usable = byName(name => {
      const hasText = own[name] !== undefined && own[name].subject + own[name].body !== ''
      if (hasText && !hasLink(own[name])) notes.changed(`${collection}.${name}`, withoutLink, missingLink.message)
      return hasLink(own[name]) ? own[name] : null
    })
    return v.parse(schema, usable)
  },
  withoutShared: (value, { meta }) => {
    const isShared = (name: TemplateName) => {
      const { subject, body } = withWholeLink(meta[name])
      return value[name]?.subject === subject && value[name]?.body === body
    }
    const own = byName(name => (isShared(name) ? null : value[name]))
    return v.parse(schema, own)
  },
  toNewerIssues: issues => issues as Issues,
  validate: value => {
    const validate = (own: EmailTemplate) => validateTemplate(own, hasLink(own) ? undefined : missingLink)
    return collectIssues(byName(name => value[name] && validate(value[name])))
  },
  merge: (stored, sent) => {
    if (!isObject(sent)) return sent
    return byName(name => {
      const part = sent[name]
      if (part === undefined) return stored[name]
      return isObject(part) ? { ...stored[name], ...part } : part
    })
  },
})
