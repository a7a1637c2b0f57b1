import { inertPrefix } from '../../makeInert.ts'
import { type Declarations, readStyle, writeStyle } from '../../styleText.ts'

/** Attributes that the editor preserves without interpreting them, by name. */
export type RetainedAttributes = Readonly<Record<string, string>>

/** The attributes that a node or mark models. */
export interface ModeledAttributes {
  attributes?: readonly string[]
  isStyle?: (property: string, value: string) => boolean
}

/** Marks text outside a paragraph. Exists only while HTML is parsed. */
export const bareMark = 'data-bare'

const own = [bareMark, 'data-pm-slice']

/** Whether an attribute can be preserved: it runs no script and has a name that HTML can represent. */
const isKeepable = (name: string): boolean =>
  /^[a-z_][\w.:-]*$/i.test(name) &&
  !/^on/i.test(name) &&
  !name.startsWith(inertPrefix) &&
  !['srcdoc', 'formaction', ...own].includes(name.toLowerCase())

/** Returns the attributes of an element that are not modeled; null if there are none. */
export function readRetained(element: HTMLElement, { attributes = [], isStyle }: ModeledAttributes): RetainedAttributes | null {
  const retained: Record<string, string> = {}
  for (const { name, value } of element.attributes) {
    if (attributes.includes(name) || !isKeepable(name)) continue
    if (name !== 'style' || isStyle === undefined) retained[name] = value
    else {
      const all = readStyle(value)
      const rest = all.filter(([property, text]) => !isStyle(property, text))
      if (rest.length > 0) retained.style = rest.length === all.length ? value : writeStyle(rest)
    }
  }
  return Object.keys(retained).length > 0 ? retained : null
}

/** Serializes the attributes of an element: first the modeled ones, then the preserved ones. */
export function mergeRetained(
  retained: RetainedAttributes | null | undefined,
  attributes: Readonly<Record<string, unknown>>,
  style: Declarations = [],
): [name: string, value: string][] {
  const merged = new Map<string, string>()
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) merged.set(name, String(value))
  }
  const { style: retainedStyle, class: retainedClass, ...rest } = retained ?? {}
  const classes = [retainedClass, merged.get('class')].filter(Boolean).join(' ')
  const styles = [retainedStyle, writeStyle(style)].filter(Boolean).map(text => text?.replace(/;\s*$/, ''))
  if (classes !== '') merged.set('class', classes)
  if (styles.length > 0) merged.set('style', styles.join('; '))
  for (const [name, value] of Object.entries(rest)) if (isKeepable(name) && !merged.has(name)) merged.set(name, value)
  return [...merged]
}
