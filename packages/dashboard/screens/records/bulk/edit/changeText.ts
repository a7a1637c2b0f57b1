import { excerpt, fieldType } from '@coffer/fields'
import type { FieldChange } from './fieldChange.ts'

/** Maximum characters of a value in the description. */
const maxValueCharacters = 60
/** Maximum number of list items in the description. */
const maxListItems = 5

/**
 * Describes a change as the beginning of a sentence, e.g. `Set "status" to "published"`.
 * @param labelOf returns the label of a referenced record
 */
export function changeText({ field, operation, value }: FieldChange, labelOf = (text: string) => text): string {
  const name = `"${field.name}"`
  const { holdsFiles, holdsJson, holdsHtml, parts } = fieldType(field)
  if (operation === 'clear') return holdsFiles ? `Delete the files in ${name}` : `Clear ${name}`
  const quote = (text: string) => `"${excerpt(labelOf(text), maxValueCharacters)}"`
  const text =
    holdsJson || parts
      ? excerpt(JSON.stringify(value), maxValueCharacters)
      : Array.isArray(value)
        ? listText(value.map(item => quote(String(item))))
        : typeof value === 'string'
          ? quote(holdsHtml ? stripTags(value) : value)
          : String(value)
  if (operation === 'set') return `Set ${name} to ${text}`
  return operation === '+' ? `Add ${text} to ${name}` : `Remove ${text} from ${name}`
}

function listText(items: string[]): string {
  const rest = items.length - maxListItems
  return items.slice(0, maxListItems).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Strips tags roughly: entities stay encoded, which is good enough for a short excerpt. */
function stripTags(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
