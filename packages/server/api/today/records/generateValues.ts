import type { Collection } from '@coffer/schema'
import { randomDigits } from '../../../crypto/randomText.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { generateValue } from '../../../records/pending/generateTexts.ts'
import { asText } from '../../../records/pending/scalars.ts'
import type { RecordInput } from '../../../records/RecordInput.ts'

const modifier = ':autogenerate'

const withoutPattern = (name: string) => ({
  [name]: {
    code: 'validation_not_supported',
    message: `The field "${name}" generates no texts. Send "${name}" instead of "${name}${modifier}".`,
  },
})

/** Returns the generated end of a text; undefined if the collection has no such column. */
function generate({ type, schema }: Collection, name: string): string | undefined {
  if (type === 'auth' && name === 'username') return `users${randomDigits(6)}`
  const field = schema.find(one => one.name === name)
  if (!field) return undefined
  const value = generateValue(field)
  if (value === undefined) throw new Rejection('invalid', { issues: withoutPattern(name) })
  return asText(value)
}

/**
 * Replaces `field:autogenerate`, whose value is the start of a text, by the text. Usernames have a fixed pattern; see
 * `toNewerCollection`.
 * @throws Rejection with an issue if the field has no pattern
 */
export function generateValues(input: RecordInput, collection: Collection): RecordInput {
  const values = { ...input.values }
  for (const key of Object.keys(values).filter(one => one.endsWith(modifier))) {
    const name = key.slice(0, -modifier.length)
    const generated = generate(collection, name)
    if (generated === undefined) continue
    values[name] = `${asText(values[key])}${generated}`
    delete values[key]
  }
  return { ...input, values }
}
