import * as v from 'valibot'
import type { FieldType } from '../contract.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'

/** `convertUrls` is an option of the dashboard's editor; the server does not change markup. */
const editorOptions = shape({ convertUrls: setting(v.boolean(), false) })

type EditorOptions = ShapeOf<typeof editorOptions>

/** HTML, stored unchanged. Clients must sanitize it before they show it. */
export const field: FieldType<EditorOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Rich editor',
  options: editorOptions,
  validate: () => undefined,
  describe: () => 'HTML, stored as sent. Sanitize it before you show it.',
  example: () => '<p>Some <b>rich</b> text</p>',
}
