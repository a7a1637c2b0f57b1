import * as v from 'valibot'
import type { FieldType } from '../contract.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'
import { textRules } from '../text/textRules.ts'
import { editorAbilities } from './abilities.ts'

/** `convertUrls` is a wish to the editor in the dashboard; the server keeps markup as it comes. */
const editorOptions = shape({ convertUrls: setting(v.boolean(), false) })

type EditorOptions = ShapeOf<typeof editorOptions>

/** HTML, stored as it was written: whoever shows it has to sanitise it. */
export const editorField: FieldType<EditorOptions, string> = {
  ...textRules,
  ...editorAbilities,
  type: 'editor',
  label: 'Rich editor',
  options: editorOptions,
  validate: () => undefined,
  describe: () => 'HTML, kept as it is sent: whoever shows it has to sanitise it.',
  example: () => '<p>Some <b>rich</b> text</p>',
}
