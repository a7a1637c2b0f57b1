import { excerpt, fieldType } from '@coffer/fields'
import type { FieldChange } from './fieldChange.ts'

/** Characters of a value that a question repeats. */
const longest = 60
/** Values of a list that a question repeats. */
const most = 5

/**
 * What a change does, as the beginning of a sentence, e.g. `Set "status" to "published"`.
 * @param labelOf what a value is called, where it names something else
 */
export function changeText({ field, way, value }: FieldChange, labelOf = (text: string) => text): string {
  const name = `"${field.name}"`
  const { holdsFiles, holdsJson, holdsHtml } = fieldType(field)
  if (way === 'clear') return holdsFiles ? `Delete the files in ${name}` : `Clear ${name}`
  const quote = (text: string) => `"${excerpt(labelOf(text), longest)}"`
  const text = holdsJson
    ? excerpt(JSON.stringify(value), longest)
    : Array.isArray(value)
      ? listText(value.map(item => quote(String(item))))
      : typeof value === 'string'
        ? quote(holdsHtml ? wordsOf(value) : value)
        : String(value)
  if (way === 'set') return `Set ${name} to ${text}`
  return way === '+' ? `Add ${text} to ${name}` : `Remove ${text} from ${name}`
}

function listText(items: string[]): string {
  const rest = items.length - most
  return items.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** What markup says, as far as a glance at it needs. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
