import type { MailTemplate, Settings } from '@coffer/schema'
import { resolveUrl } from './resolveUrl.ts'

type Values = Readonly<Record<string, string>>

/** Replaces placeholders in one pass, so that a value that looks like a placeholder is not replaced again. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{([A-Z_]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes values for HTML text and attributes. */
const escaped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/[&<>"']/g, sign => entities[sign] ?? sign)]),
  )

/**
 * Replaces the placeholders of a mail template. Each part has its own placeholders; unknown ones stay as written. The body is HTML,
 * so its values are escaped: an application name such as `R&D <beta>` is displayed as is and cannot break the markup.
 */
export const fillTemplate = (
  { subject, body, actionUrl }: Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>,
  { meta }: Settings,
  token: string,
): { subject: string; body: string } => {
  const application = { APP_NAME: meta.appName, APP_URL: meta.appUrl }
  const withToken = { ...application, TOKEN: token }
  const link = resolveUrl(fill(actionUrl, withToken))
  return { subject: fill(subject, application), body: fill(body, escaped({ ...withToken, ACTION_URL: link })) }
}
