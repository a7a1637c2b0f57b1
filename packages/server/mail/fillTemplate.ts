import type { MailTemplate, Settings } from '@coffer/schema'
import { resolveUrl } from './resolveUrl.ts'

type Values = Readonly<Record<string, string>>

/** One pass over the text: a value that looks like a placeholder stays what it is. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{([A-Z_]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )

/**
 * Puts the values of a mail in place of its placeholders. Each part has its own; one that it does not know stays as written. Values
 * are put in as they are, as the 0.22 line does: names and addresses come from administrators, who write the markup around them too.
 */
export const fillTemplate = (
  { subject, body, actionUrl }: Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>,
  { meta }: Settings,
  token: string,
): { subject: string; body: string } => {
  const application = { APP_NAME: meta.appName, APP_URL: meta.appUrl }
  const withToken = { ...application, TOKEN: token }
  const link = resolveUrl(fill(actionUrl, withToken))
  return { subject: fill(subject, application), body: fill(body, { ...withToken, ACTION_URL: link }) }
}
